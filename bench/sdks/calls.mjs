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
  {
    name: '@slack/web-api',
    document: 'slack.com',
    // The document has the token in a header of its own.
    connect: ({ WebClient }, url) => slackClient(WebClient, url, { token: 'a-token' }),
    calls: {
      'chat.postMessage': async (slack) =>
        (await slack.chat.postMessage({ channel: 'C1', text: 'Hello' })).ok,
      'chat.postMessage with blocks': async (slack) =>
        (await slack.chat.postMessage({ channel: 'C1', text: 'Hello', blocks: [{ type: 'divider' }] })).ok,
      'chat.update': async (slack) =>
        (await slack.chat.update({ channel: 'C1', ts: '1234567890.123456', text: 'Bye' })).ok,
      'reactions.add': async (slack) =>
        (await slack.reactions.add({ channel: 'C1', name: 'tada', timestamp: '1234567890.123456' })).ok,
      'conversations.create': async (slack) =>
        typeof (await slack.conversations.create({ name: 'ships' })).channel.id,
      // It sends every request as POST, and the credential as Bearer.
      'auth.test, a GET in the document': (slack) => refusal(slack.auth.test(), /POST is not allowed here/),
      'chat.postMessage without that header': ({ slackApiUrl, constructor }) =>
        refusal(
          slackClient(constructor, { href: slackApiUrl }, {}).chat.postMessage({ channel: 'C1', text: 'Hi' }),
          /token is required.*in Authorization, where the document does not look for it/,
        ),
    },
  },
  {
    name: 'square',
    document: 'squareup.com',
    connect: ({ SquareClient }, url) =>
      new SquareClient({ token: 'a-token', environment: trimmed(url), maxRetries: 0 }),
    calls: {
      'locations.list': async (square) => (await square.locations.list()).locations.length,
      'payments.list': async (square) => (await square.payments.list({})).data.length,
      'payments.create': async (square) =>
        typeof (
          await square.payments.create({ sourceId: 'cnon:a', idempotencyKey: 'a', amountMoney: money() })
        ).payment.id,
      'customers.create': async (square) =>
        typeof (await square.customers.create({ givenName: 'Ada' })).customer.id,
      'orders.create': async (square) =>
        typeof (
          await square.orders.create({
            order: { locationId: 'L1', lineItems: [{ quantity: '1', name: 'A box' }] },
            idempotencyKey: 'a',
          })
        ).order.id,
      'catalog.search': async (square) =>
        (await square.catalog.search({ objectTypes: ['ITEM'], limit: 3 })).objects.length,
      'refunds.refundPayment': async (square) =>
        typeof (
          await square.refunds.refundPayment({ idempotencyKey: 'a', amountMoney: money(), paymentId: 'p' })
        ).refund.id,
    },
  },
  {
    name: '@anthropic-ai/sdk',
    document: 'anthropic.yaml',
    connect: ({ default: Anthropic }, url) =>
      new Anthropic({ baseURL: trimmed(url), apiKey: 'a-key-of-some-length', maxRetries: 0 }),
    calls: {
      'messages.create': async (anthropic) => (await anthropic.messages.create(prompt)).role,
      'messages.create, streamed': async (anthropic) => {
        const types = [];
        for await (const { type } of await anthropic.messages.create({ ...prompt, stream: true }))
          types.push(type);
        return types.join();
      },
      'messages.stream': async (anthropic) => anthropic.messages.stream(prompt).finalText(),
      'models.list': async (anthropic) => (await anthropic.models.list()).data.length,
    },
  },
];

const prompt = { model: 'claude', max_tokens: 20, messages: [{ role: 'user', content: 'Hello' }] };

const money = () => ({ amount: BigInt(100), currency: 'USD' });

function slackClient(WebClient, { href }, headers) {
  const slackApiUrl = href.endsWith('/') ? href : `${href}/`;
  const client = new WebClient('a-token', {
    slackApiUrl,
    headers,
    retryConfig: { retries: 0 },
    logLevel: 'error',
  });
  return client;
}

/** A request that the document doesn't allow must be refused, and the refusal must say why. */
async function refusal(call, reason) {
  const body = await call.then(
    () => 'It was not refused.',
    ({ body: refused = 'no body' }) => JSON.stringify(refused),
  );
  if (!reason.test(body)) throw new Error(body);
  return `refused: ${reason.exec(body)[0]}`;
}

const repository = { owner: 'octocat', repo: 'hello-world' };

function trimmed({ href }) {
  return href.replace(/\/$/, '');
}
