// A mail server that keeps what it is sent.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Starts a mail server on a port of its own.
 * @returns {Promise<{url: string, mails: string[], next: () => Promise<string>, close: () => void}>} next waits for
 *   a mail that was not read yet
 */
export async function mailbox() {
  const mails = [];
  const waiting = [];
  let read = 0;
  const server = createServer(socket => {
    let buffer = '';
    let data = null;
    const say = line => socket.write(line + '\r\n');
    say('220 mail.test ESMTP');
    socket.on('error', () => {}); // the program may hang up
    socket.on('data', chunk => {
      buffer += chunk;
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (data !== null) {
          if (line !== '.') {
            data += line + '\n';
            continue;
          }
          mails.push(plain(data));
          data = null;
          say('250 kept');
          for (const wake of waiting.splice(0)) wake();
          continue;
        }
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === 'DATA') {
          data = '';
          say('354 go on');
        } else if (verb === 'QUIT') {
          say('221 bye');
          socket.end();
        } else say('250 ok');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    mails,
    async next() {
      while (mails.length <= read) await new Promise(done => waiting.push(done));
      return mails[read++];
    },
    close: () => server.close(),
  };
}

/** A mail as it is read: without the breaks and signs of quoted-printable. */
function plain(mail) {
  return mail.replaceAll('=\n', '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}
