// doctor: checks the installation and reports what is wrong and how to fix it.
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { freemem } from 'node:os';
import { openModelStore } from '../app/local.ts';
import { openStore } from '../app/store.ts';
import { loadConfig } from '../config/config.ts';
import { BUILTIN_SALES_WARNING, sellsAtBuiltinCheckout } from '../config/loopback.ts';
import type { Config } from '../config/settings.ts';
import { createLog } from '../core/log.ts';
import { chooseGpu } from '../engines/text/local/gpu/choose-gpu.ts';
import { findGpu } from '../models/gpu.ts';
import { readArchiveState } from '../store/postgres/archive-state.ts';
import { connectLine, describeServer, LocalServers } from '../upstreams/local-servers.ts';
import { type Finding, fileHandles, problemOfServer, readServer, wordsOfServer } from './doctor-limits.ts';
import { checkMail } from './doctor-mail.ts';
import { findPriceProblems } from './doctor-prices.ts';
import { checkSecret } from './doctor-secret.ts';

const NEEDED_DISK_BYTES = 3e9;
const NEEDED_MEMORY_BYTES = 1.5e9;
const LOOKING_MS = 10_000;
const MAX_PRICE_LINES = 20;

export async function runDoctor(): Promise<void> {
  const findings = await checkAll();
  for (const { name, problem, detail } of findings)
    process.stdout.write(`${problem ? '✗' : '✓'} ${name}: ${problem ?? detail}\n`);
  if (findings.some((finding) => finding.problem)) process.exitCode = 1;
}

async function checkAll(): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    return [{ name: 'settings', problem: String(error instanceof Error ? error.message : error), detail: '' }];
  }
  return [
    { name: 'settings', problem: null, detail: `data in ${config.dataDir}, models in ${config.modelsDir}` },
    runtime(),
    folder(config.dataDir),
    disk(config.dataDir),
    memory(),
    await gpu(config),
    signUps(config),
    await checkMail(config),
    payments(config),
    proxies(config),
    await port(config),
    fileHandles(),
    await database(config),
    // Before the prices, which need a secret and would generate one.
    await checkSecret(config),
    ...(await prices(config)),
    ...(await archive(config)),
    await redis(config),
    await files(config),
    ...(await localServers(config)),
  ];
}

function runtime(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return {
    name: 'runtime',
    problem: major >= 24 ? null : `Node ${process.version} is too old: run npm ci, which installs Node 24.`,
    detail: `Node ${process.version}, ${process.platform} ${process.arch}`,
  };
}

function folder(path: string): Finding {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
    accessSync(path, constants.R_OK | constants.W_OK);
    return { name: 'data folder', problem: null, detail: 'writable' };
  } catch {
    return { name: 'data folder', problem: `${path} is not writable: change its owner or set DATA_DIR.`, detail: '' };
  }
}

function disk(path: string): Finding {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  const shown = `${(free / 1e9).toFixed(1)} GB free`;
  return {
    name: 'disk',
    problem: free < NEEDED_DISK_BYTES ? `${shown}; models and files need at least 3 GB.` : null,
    detail: shown,
  };
}

function memory(): Finding {
  const shown = `${(freemem() / 1e9).toFixed(1)} GB free`;
  return {
    name: 'memory',
    problem: freemem() < NEEDED_MEMORY_BYTES ? `${shown}; local models need about 1.5 GB.` : null,
    detail: shown,
  };
}

/** Opens the GPU in a separate process; reports a missing build instead of pulling it. */
async function gpu(config: Config): Promise<Finding> {
  const store = openModelStore(config, createLog({ level: 'silent' }));
  const { words } = await chooseGpu({ setting: config.gpu, store, find: findGpu, pull: false });
  return { name: 'gpu', problem: null, detail: words };
}

/**
 * Unverified emails are no problem on a private machine, but an operator who opens the service to others should know.
 */
function signUps({ signUps: mode, smtpUrl, freeGrantCredits, dataDir }: Config): Finding {
  const detail = smtpUrl
    ? `${mode}; free credits are granted once the email address is confirmed`
    : `${mode}; SMTP_URL is not set: email addresses are not verified, a sign-up gets ${freeGrantCredits} credits at once, mails are stored in ${dataDir}/mail`;
  return { name: 'sign-ups', problem: null, detail };
}

function payments(config: Config): Finding {
  const name = 'payments';
  if (config.stripe) return { name, problem: null, detail: 'Stripe' };
  if (config.allowBuiltinSales)
    return { name, problem: `${BUILTIN_SALES_WARNING} Unset it, or set STRIPE_SECRET_KEY.`, detail: '' };
  return {
    name,
    problem: null,
    detail: sellsAtBuiltinCheckout(config)
      ? 'built-in checkout with test cards, because only this machine can reach the service'
      : 'live sales are off; set STRIPE_SECRET_KEY to sell. Test cards work in the sandbox',
  };
}

/** `TRUST_PROXY=1` is shown as the networks that it means. */
function proxies({ trustedProxies }: Config): Finding {
  const detail =
    trustedProxies.length > 0 ? `X-Forwarded-For is believed from ${trustedProxies.join(', ')}` : 'none is trusted';
  return { name: 'proxies', problem: null, detail };
}

function port(config: Config): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: config.host, port: config.port });
    const answer = (detail: string) => {
      socket.destroy();
      resolve({ name: 'port', problem: null, detail });
    };
    socket.once('connect', () =>
      answer(
        `${config.host}:${config.port} is in use (by the service itself, if it is running; otherwise choose another PORT)`,
      ),
    );
    socket.once('error', () => answer(`${config.host}:${config.port} is free`));
  });
}

async function database(config: Config): Promise<Finding> {
  const name = config.databaseUrl ? 'database (DATABASE_URL)' : 'database (bundled PostgreSQL)';
  try {
    const store = await openStore(config, createLog({ level: 'silent' }));
    const server = await readServer(store.database);
    await store.close();
    return {
      name,
      problem: problemOfServer(server, config.databasePool),
      detail: wordsOfServer(server, config.databasePool),
    };
  } catch (error) {
    return { name, problem: `cannot connect: ${error instanceof Error ? error.message : error}`, detail: '' };
  }
}

/** An allowed loss is listed too, because the operator may have forgotten it. */
async function prices(config: Config): Promise<Finding[]> {
  const name = 'prices';
  try {
    const store = await openStore(config, createLog({ level: 'silent' }));
    const { withheld, losses, models } = await findPriceProblems(config, store.database).finally(() => store.close());
    const problems = [...losses.map((words) => `below cost: ${words}`), ...withheld];
    if (problems.length === 0)
      return [{ name, problem: null, detail: `${models} models of upstreams, none below its cost` }];
    return problems.slice(0, MAX_PRICE_LINES).map((problem) => ({ name, problem, detail: '' }));
  } catch (error) {
    return [{ name, problem: `cannot be checked: ${error instanceof Error ? error.message : error}`, detail: '' }];
  }
}

async function archive(config: Config): Promise<Finding[]> {
  const name = 'archive (BACKUP_ARCHIVE)';
  if (!config.backupArchive) return [];
  if (config.databaseUrl)
    return [{ name, problem: 'not used with DATABASE_URL: archive the log of that PostgreSQL itself.', detail: '' }];
  try {
    const store = await openStore(config, createLog({ level: 'silent' }));
    const { dataDir, backupArchive, backupArchiveDays: keptDays } = config;
    const state = await readArchiveState(store.database.pool, { dataDir, archive: backupArchive, keptDays }).finally(
      () => store.close(),
    );
    const detail = `log archived until ${state.lastArchivedAt?.toISOString() ?? 'now: nothing yet'}, ${state.waiting} segments wait`;
    return [{ name, problem: state.problem, detail }];
  } catch (error) {
    return [{ name, problem: `cannot be checked: ${error instanceof Error ? error.message : error}`, detail: '' }];
  }
}

async function redis(config: Config): Promise<Finding> {
  if (!config.redisUrl)
    return {
      name: 'redis',
      problem: null,
      detail: 'REDIS_URL is not set; rate limits are counted in memory, which is correct for one node',
    };
  const { Redis } = await import('ioredis');
  const client = new Redis(config.redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return { name: 'redis', problem: null, detail: 'reachable' };
  } catch (error) {
    return {
      name: 'redis',
      problem: `cannot connect to REDIS_URL: ${error instanceof Error ? error.message : error}`,
      detail: '',
    };
  } finally {
    client.disconnect();
  }
}

const STATE_WORDS = {
  connected: 'connected',
  configured: 'connected by the settings',
  gone: 'connected, but it does not answer',
} as const;

async function localServers(config: Config): Promise<Finding[]> {
  const name = 'local model servers';
  if (config.localServers.length === 0)
    return [{ name, problem: null, detail: 'not looked for, because LOCAL_SERVERS is off' }];
  try {
    const servers = await new LocalServers(config).list(AbortSignal.timeout(LOOKING_MS));
    if (servers.length === 0) return [{ name, problem: null, detail: 'none found on this machine' }];
    return servers.map((server) => ({
      name,
      problem: null,
      detail:
        server.state === 'gone'
          ? `${server.title} at ${server.url}: ${STATE_WORDS.gone}`
          : `${describeServer(server)}; ${server.state === 'found' ? `not used. To connect it: ${connectLine(server.id)}` : STATE_WORDS[server.state]}`,
    }));
  } catch (error) {
    return [{ name, problem: error instanceof Error ? error.message : String(error), detail: '' }];
  }
}

async function files(config: Config): Promise<Finding> {
  if (!config.s3)
    return { name: 'files', problem: null, detail: 'in the data folder, which is correct for one machine' };
  const { S3Bucket } = await import('../artifacts/s3-bucket.ts');
  const bucket = new S3Bucket(config.s3);
  try {
    await bucket.isReady();
    return { name: 'files', problem: null, detail: `the bucket at ${config.s3.bucketUrl.host} is reachable` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return {
      name: 'files',
      problem: `S3_URL: ${reason} (403: check the keys; 404: the first start creates the bucket)`,
      detail: '',
    };
  } finally {
    await bucket.close();
  }
}
