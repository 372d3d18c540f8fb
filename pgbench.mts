import { startPostgres } from './tests/setup/postgres-server.ts'; import { migratePostgres } from './prisma/migrate-postgres.ts';
import { openConnections } from './server/store/postgres/connections.ts'; import { openPostgresLedger } from './server/store/postgres/ledger/postgres-ledger.ts';
const s = await startPostgres({ shared_buffers:'256MB', ...(process.env.X?{shared_preload_libraries:'auto_explain','auto_explain.log_min_duration':'0','auto_explain.log_nested_statements':'on','auto_explain.log_analyze':'on','auto_explain.log_timing':'on',logging_collector:'on',log_directory:'/tmp/w/pglog'}:{}) }); const url = await s.makeDatabase('b'); await migratePostgres(url);
const pool = openConnections(url, 8); const ledger = await openPostgresLedger(pool);
const N=Number(process.env.N??64), hot=process.env.HOT==='1';
for (let i=0;i<N;i++) await ledger.grant({purseId:hot?'acc_0':`acc_${i}`,credits:1e9,kind:'grant',reason:'',nowMs:Date.now()});
let n=0, calls=0; const end=()=>performance.now()>t1; 
async function caller(i:number){ while(!end()){ const h=await ledger.hold({callId:`call_${process.pid}_${n++}`,purse:{id:hot?'acc_0':`acc_${i}`,allowance:null,nowMs:Date.now()},owner:hot?'acc_0':`acc_${i}`,apiKeyKey:null,productKey:1,versionKey:1,credits:10,inputHash:'h'.repeat(64),input:'{"format":"svg","width":3000,"height":2000,"title":"Sales by quarter"}',idempotency:null}); if(h.outcome!=='held') throw new Error(JSON.stringify(h)); await ledger.settle({callKey:h.callKey,charged:7,nowMs:Date.now(),ending:{a:1,b:'some ending text that is as long as usual',c:[1,2,3]},answer:null}); calls++; } }
let t1=performance.now()+1500; await Promise.all(Array.from({length:N},(_,i)=>caller(i))); calls=0; const c0=process.cpuUsage(); const t0=performance.now(); t1=t0+5000; await Promise.all(Array.from({length:N},(_,i)=>caller(i))); const c=process.cpuUsage(c0); const sec=(performance.now()-t0)/1000;
console.log(N, hot?'hot':'', 'calls/s', (calls/sec).toFixed(0), 'node µs/call', ((c.user+c.system)/calls).toFixed(1));
const t=performance.now(); console.log('check', (await ledger.check()).slice(0,3), (performance.now()-t).toFixed(0),'ms');
await ledger.close(); await pool.end(); await s.close(); process.exit(0);
