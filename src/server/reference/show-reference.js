/* global document, matchMedia, SwaggerUIBundle -- a script of the page, which runs in the browser as it stands here */
const place = document.getElementById('reference');
const { documentUrl, servers, bearerSchemes, key } = JSON.parse(place.dataset.settings);

const dark = matchMedia('(prefers-color-scheme: dark)');
const followColorScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColorScheme);
followColorScheme();

const shown = await (await fetch(documentUrl)).json();
const page = SwaggerUIBundle({
  domNode: place,
  spec: { ...shown, servers },
  // A file of settings or another document can't be named in the address, and no validator elsewhere is asked.
  queryConfigEnabled: false,
  validatorUrl: null,
  persistAuthorization: false,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  onComplete() {
    if (key !== undefined) for (const scheme of bearerSchemes) page.preauthorizeApiKey(scheme, key);
  },
});
