// What is wrong in a script though it runs; how one looks is Prettier's matter.
import js from '@eslint/js';
import globals from 'globals';

const scripts = 'internal/web/static/js/**/*.js';

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'consistent-return': 'error',
      'one-var': ['error', 'never'],
      eqeqeq: 'error',
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-shadow': 'error',
      'no-throw-literal': 'error',
      'no-unused-expressions': 'error',
      'no-use-before-define': ['error', { functions: false, variables: false }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  {
    files: [scripts],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'ask() asks in the language of the page, and not for ever.' },
        { name: 'EventSource', message: 'All pages of a browser share one Stream.' },
        { name: 'Date', message: 'The clock of a visitor may be wrong: programTime() is that of the program.' },
      ],
    },
  },
  {
    files: ['ask', 'stream', 'offline', 'worker'].map(name => `internal/web/static/js/${name}.js`), // what the rules name, files, and what has no page
    rules: { 'no-restricted-globals': ['error', 'Date'] },
  },
  {
    files: ['internal/edition/folder/static/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
  },
  { files: ['test/**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  // A function that a test hands to a page runs in the browser, where none of the test's names are.
  { files: ['test/browser/*.mjs'], rules: { 'no-shadow': 'off' } },
];
