import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const nodeGlobals = [
  ...['process', 'console', 'URL', 'Buffer', 'fetch', 'performance', 'AbortSignal', 'AbortController'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'structuredClone'],
];

export default defineConfig(
  globalIgnores([
    'dist/',
    'bench/.venv/',
    'bench/.documents/',
    'bench/frameworks/node/nest.ts',
    'coverage/',
    '.ci/projects/',
    '**/generated/',
    '**/*.d.ts',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  { files: ['**/*.test.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])),
    },
  },
);
