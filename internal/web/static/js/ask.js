// How scripts ask the program for something: in the language of their page, whatever
// has been chosen elsewhere since, and not for ever, because browsers open few
// connections to a server.

/** After how many ms an answer is not waited for any longer. */
export const gaveUp = 30_000;

/**
 * Fetches something in the page's language.
 * @param {string} address
 * @param {RequestInit & {headers?: Record<string, string>}} [options]
 */
export function ask(address, { headers, ...options } = {}) {
  const lang = document.documentElement.lang;
  return fetch(address, { signal: AbortSignal.timeout(gaveUp), ...options, headers: { 'X-Lang': lang, ...headers } });
}
