// Loaded into a portal before it starts (NODE_OPTIONS): a file that may not grow is an error to report, not the end.
process.on('SIGXFSZ', () => {});
