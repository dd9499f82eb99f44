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
  { files: [scripts], languageOptions: { globals: globals.browser } },
  { files: ['test/**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  // A function that a test hands to a page runs in the browser, where none of the test's names are.
  { files: ['test/browser/*.mjs'], rules: { 'no-shadow': 'off' } },
];
