// Passkeys: a button asks the server what to ask the device, puts the device's
// answer into its form, and sends the form.

import { ask } from './ask.js';
import { unreached } from './page.js';

/** @typedef {{id: string, type: 'public-key'}} Described */

/** Bytes from base64url. @param {string} text */
const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));

/** Base64url from bytes. @param {ArrayBuffer} buffer */
const text = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @param {Described[] | undefined} list */
const described = list => (list ?? []).map(one => ({ ...one, id: bytes(one.id) }));

/**
 * What the server wants asked, or an error in the reader's words.
 * @param {Record<string, string>} fields
 */
async function question(fields) {
  const body = new URLSearchParams(fields);
  const reply = await ask('/account/passkeys/ask', { method: 'POST', body }).catch(() => {
    throw new Error(unreached, { cause: 'server' });
  });
  const told = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(told.error ?? unreached, { cause: 'server' });
  return told;
}

/** Lets the device use a passkey; gives its answer as JSON. @param {any} q */
async function use(q) {
  const publicKey = { ...q, challenge: bytes(q.challenge), allowCredentials: described(q.allowCredentials) };
  const got = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const r = /** @type {AuthenticatorAssertionResponse} */ (got.response);
  return JSON.stringify({
    id: got.id,
    rawId: got.id,
    type: got.type,
    response: {
      clientDataJSON: text(r.clientDataJSON),
      authenticatorData: text(r.authenticatorData),
      signature: text(r.signature),
      userHandle: r.userHandle ? text(r.userHandle) : undefined,
    },
  });
}

/** Lets the device make a passkey; gives its answer as JSON. @param {any} q */
async function make(q) {
  const user = { ...q.user, id: bytes(q.user.id) };
  const publicKey = { ...q, user, challenge: bytes(q.challenge), excludeCredentials: described(q.excludeCredentials) };
  const got = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const r = /** @type {AuthenticatorAttestationResponse} */ (got.response);
  return JSON.stringify({
    id: got.id,
    rawId: got.id,
    type: got.type,
    response: { clientDataJSON: text(r.clientDataJSON), attestationObject: text(r.attestationObject) },
  });
}

/** A field of a form. @param {HTMLFormElement} form @param {string} name */
function field(form, name) {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
}

/** What the device answers for a form. @param {HTMLFormElement} form @param {string} purpose */
async function answer(form, purpose) {
  const value = (/** @type {string} */ name) => field(form, name)?.value ?? '';
  if (purpose === 'in' || purpose === 'confirm') return use(await question({ for: purpose }));
  if (purpose === 'up') return make(await question({ for: 'up', name: value('name') }));
  const old = value('old');
  const credential = old ? '' : await use(await question({ for: 'confirm' }));
  return make(await question({ for: 'add', old, credential }));
}

/** Whether what the button needs is filled in. @param {HTMLFormElement} form @param {string} purpose */
const filled = (form, purpose) =>
  [...form.elements].every(
    e => !(e instanceof HTMLInputElement) || (purpose === 'up' && e.name === 'password') || e.reportValidity(),
  );

/** @param {HTMLButtonElement} button */
function offer(button) {
  const form = /** @type {HTMLFormElement} */ (button.form);
  const trouble = /** @type {HTMLElement | null} */ (
    form.querySelector('[data-passkey-trouble]') ?? document.querySelector('[data-passkey-trouble]')
  );
  const nothing = trouble?.textContent ?? '';
  const purpose = button.dataset.passkey ?? '';
  button.hidden = false;
  for (const note of document.querySelectorAll('[data-passkey-cannot]'))
    /** @type {HTMLElement} */ (note).hidden = true;
  button.addEventListener('click', async () => {
    if (!filled(form, purpose)) return;
    if (trouble) trouble.hidden = true;
    button.disabled = true;
    try {
      const credential = field(form, 'credential');
      if (credential) credential.value = await answer(form, purpose);
      form.submit();
    } catch (error) {
      if (!trouble) return;
      trouble.textContent = error instanceof Error && error.cause === 'server' ? error.message : nothing;
      trouble.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
}

if ('credentials' in navigator && 'PublicKeyCredential' in window && isSecureContext)
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('button[data-passkey]')))
    if (button.dataset.host === location.host) offer(button);
