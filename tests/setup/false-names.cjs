// Loaded into a portal before it starts (NODE_OPTIONS): a name service that answers as the names of the tests say.
const { promises: dns } = require('node:dns');

const lookup = dns.lookup;

/** `10.0.0.1.and.93.184.216.34.names.test` has those two addresses. */
dns.lookup = (hostname, options) => {
  const listed = /^(.+)\.names\.test$/.exec(hostname)?.[1];
  if (listed === undefined) return lookup(hostname, options);
  return Promise.resolve(listed.split('.and.').map((address) => ({ address, family: 4 })));
};
