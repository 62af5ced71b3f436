const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default { reporter: 'line', workers: 1, use: { launchOptions: { executablePath, args } } };
