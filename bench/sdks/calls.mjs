import { File } from 'node:buffer';

/** Ordinary calls of official clients, each with what its caller would read of the answer. */

/** @type {{ name: string, document: string, connect: (module: any, url: URL) => any, calls: Record<string, (client: any, url: URL) => Promise<unknown>> }[]} */
export const clients = [
  {
    name: '@octokit/rest',
    document: '@octokit/openapi',
    connect: ({ Octokit }, url) => new Octokit({ baseUrl: trimmed(url), auth: 'a-token' }),
    calls: {
      'users.getAuthenticated': async ({ rest }) => (await rest.users.getAuthenticated()).data.login,
      'repos.get': async ({ rest }) => (await rest.repos.get(repository)).data.full_name,
      'issues.listForRepo': async ({ rest }) =>
        (await rest.issues.listForRepo({ ...repository, labels: 'bug,help', per_page: 5 })).data.length,
      'issues.create': async ({ rest }) =>
        (await rest.issues.create({ ...repository, title: 'It rains', labels: ['bug'] })).data.number,
      'pulls.get as a diff': async ({ rest }) =>
        (await rest.pulls.get({ ...repository, pull_number: 1, mediaType: { format: 'diff' } })).status,
      'git.getRef': async ({ rest }) =>
        (await rest.git.getRef({ ...repository, ref: 'heads/main' })).data.ref,
      'repos.getContent': async ({ rest }) =>
        typeof (await rest.repos.getContent({ ...repository, path: 'src/index.ts' })).data,
      'markdown.render': async ({ rest }) => (await rest.markdown.render({ text: '# Title' })).status,
      'repos.uploadReleaseAsset': async ({ rest }, url) =>
        (
          await rest.repos.uploadReleaseAsset({
            ...repository,
            ...{ release_id: 1, name: 'a.bin', data: 'bytes', baseUrl: trimmed(url) },
            headers: { 'content-type': 'application/octet-stream' },
          })
        ).status,
      'gists.create': async ({ rest }) =>
        (await rest.gists.create({ files: { 'a.txt': { content: 'text' } } })).data.id,
      'activity.starRepoForAuthenticatedUser': async ({ rest }) =>
        (await rest.activity.starRepoForAuthenticatedUser(repository)).status,
    },
  },
  {
    name: 'stripe',
    document: 'stripe.com',
    connect: ({ default: Stripe }, { hostname, port }) =>
      new Stripe('sk_test_a', {
        host: hostname,
        port,
        protocol: 'http',
        maxNetworkRetries: 0,
        telemetry: false,
      }),
    calls: {
      'customers.create': async (stripe) =>
        (
          await stripe.customers.create({
            email: 'a@example.com',
            metadata: { plan: '1' },
            address: { city: 'Bonn' },
          })
        ).object,
      'customers.retrieve, expanded': async (stripe) =>
        (await stripe.customers.retrieve('cus_1', { expand: ['default_source', 'subscriptions'] })).object,
      'customers.list of a range': async (stripe) =>
        (await stripe.customers.list({ limit: 3, created: { gte: 1 } })).object,
      'paymentIntents.create': async (stripe) =>
        (await stripe.paymentIntents.create({ amount: 100, currency: 'usd', payment_method_types: ['card'] }))
          .object,
      'subscriptions.create': async (stripe) =>
        (await stripe.subscriptions.create({ customer: 'cus_1', items: [{ price: 'price_1', quantity: 2 }] }))
          .object,
      'files.create': async (stripe) =>
        (
          await stripe.files.create({
            purpose: 'dispute_evidence',
            file: { data: Buffer.from('bytes'), name: 'a.png', type: 'image/png' },
          })
        ).object,
      'refunds.create': async (stripe) => (await stripe.refunds.create({ charge: 'ch_1' })).object,
      'balance.retrieve': async (stripe) => (await stripe.balance.retrieve()).object,
      'products.update': async (stripe) =>
        (
          await stripe.products.update('prod_1', {
            metadata: { a: '' },
            images: ['https://example.com/a.png'],
          })
        ).object,
    },
  },
  {
    name: 'openai',
    document: 'openai.com',
    connect: ({ default: OpenAI }, url) =>
      new OpenAI({ baseURL: trimmed(url), apiKey: 'a-key', maxRetries: 0 }),
    calls: {
      'models.list': async (openai) => (await openai.models.list()).data.length,
      'models.retrieve': async (openai) => (await openai.models.retrieve('gpt')).object,
      'chat.completions.create': async (openai) =>
        (
          await openai.chat.completions.create({
            model: 'gpt-4',
            messages: [{ role: 'user', content: 'Hello' }],
          })
        ).choices.length,
      'images.generate': async (openai) => (await openai.images.generate({ prompt: 'A ship' })).data.length,
      'files.create': async (openai) =>
        (await openai.files.create({ purpose: 'fine-tune', file: new File(['{}'], 'a.jsonl') })).object,
      'files.list': async (openai) => (await openai.files.list()).data.length,
      'moderations.create': async (openai) =>
        (await openai.moderations.create({ input: 'Hello' })).results.length,
    },
  },
  {
    name: 'twilio',
    document: 'twilio.com/api',
    connect: ({ default: twilio }, url) => {
      const client = new twilio.RequestClient();
      const request = client.request.bind(client);
      client.request = (options) =>
        request({ ...options, uri: options.uri.replace('https://api.twilio.com', url.origin) });
      return twilio(`AC${'0'.repeat(32)}`, 'a-token', { httpClient: client });
    },
    calls: {
      'messages.create': async (client) =>
        typeof (await client.messages.create({ to: '+15558675310', from: '+15017122661', body: 'Hello' }))
          .sid,
      'messages.list': async (client) => (await client.messages.list({ limit: 1 })).length,
      'messages.fetch': async (client) => typeof (await client.messages(`SM${'0'.repeat(32)}`).fetch()).sid,
      'calls.create': async (client) =>
        typeof (
          await client.calls.create({
            to: '+15558675310',
            from: '+15017122661',
            url: 'http://example.com/a.xml',
          })
        ).sid,
      'messages.remove': async (client) => client.messages(`SM${'0'.repeat(32)}`).remove(),
    },
  },
];

const repository = { owner: 'octocat', repo: 'hello-world' };

function trimmed({ href }) {
  return href.replace(/\/$/, '');
}
