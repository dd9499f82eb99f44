export default {
  printWidth: 120,
  singleQuote: true,
  arrowParens: 'avoid',
  overrides: [
    { files: '*.css', options: { singleQuote: false } },
    {
      files: '*.html',
      options: { parser: 'go-template', plugins: [new URL('templates.mjs', import.meta.url).pathname] },
    },
  ],
};
