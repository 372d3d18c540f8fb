import { startPostgres } from './tests/setup/postgres-server.ts';
const s = await startPostgres(); console.log(await s.makeDatabase('farebox')); process.on('SIGTERM', async () => { await s.close(); process.exit(0); }); setInterval(()=>{},1e6);
