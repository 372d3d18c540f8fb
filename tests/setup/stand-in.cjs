// As pages it is given a name and a socket, on which it answers each check; as a toolbox, a port that it does not use.
const { createServer } = require('node:http');

const [first, socketPath] = process.argv.slice(2);
if (first === '--port') process.stdout.write('{"toolbox":"http://127.0.0.1:9"}\n');
else
  createServer((_incoming, outgoing) => outgoing.writeHead(204).end()).listen(socketPath, () =>
    process.stdout.write('{"ready":true}\n'),
  );
process.stdin.on('close', () => process.exit(0)).resume();
