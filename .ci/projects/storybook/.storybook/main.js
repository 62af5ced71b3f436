export default {
  framework: '@storybook/react-vite',
  stories: ['../*.stories.jsx'],
  staticDirs: ['../public'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
