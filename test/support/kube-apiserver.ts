// A real Kubernetes API server with its etcd, built by Go from their modules once: it checks objects as a cluster does. No pod runs.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { KUBERNETES_PROGRAMS } from '../../scripts/helm.mjs';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const ETCD = 'v3.7.3';
const KUBERNETES = 'v1.36.3';
/** Its libraries have versions of their own. */
const LIBRARIES = KUBERNETES.replace('v1.', 'v0.');
const TOKEN = 'the-token-of-this-test';
/** Two cores need some ten minutes for the first build. */
const BUILD_MS = 3_600_000;

const MAIN = {
  etcd: `package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
`,
  'kube-apiserver': `package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() { os.Exit(cli.Run(app.NewAPIServerCommand())) }
`,
};

export interface ApiAnswer {
  status: number;
  /** What the server has to say beside its answer, such as that a pod breaks a rule of its namespace. */
  warnings: string[];
  body: { message?: string; items?: unknown[] };
}

export interface ApiServer {
  call(method: string, path: string, body?: object): Promise<ApiAnswer>;
  stop(): Promise<void>;
}

function go(args: readonly string[], cwd = KUBERNETES_PROGRAMS): string {
  return execFileSync(needProgram('go'), args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod -buildvcs=false' },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
    timeout: BUILD_MS,
  });
}

/** The folder of a module's source, from Go's module proxy. */
export function moduleFolder(moduleVersion: string): string {
  mkdirSync(KUBERNETES_PROGRAMS, { recursive: true });
  const { Dir } = JSON.parse(go(['mod', 'download', '-json', moduleVersion])) as { Dir: string };
  return Dir;
}

/** Both modules replace parts by folders of their repositories, so `go install` refuses them: a module of ours names them instead. */
function build(program: keyof typeof MAIN, writeModule: (folder: string) => void): string {
  const built = join(KUBERNETES_PROGRAMS, 'bin', program);
  if (existsSync(built)) return built;
  console.log(`Building ${program} with Go (once, some minutes)…`);
  const folder = join(KUBERNETES_PROGRAMS, 'src', program);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.go'), MAIN[program]);
  writeModule(folder);
  const names = [`gitVersion=${KUBERNETES}`, 'gitMajor=1', `gitMinor=${KUBERNETES.split('.')[1]}`];
  const versions = names.map((name) => `-X k8s.io/component-base/version.${name}`).join(' ');
  go(['build', '-p', '2', '-trimpath', '-ldflags', `-s -w ${versions}`, '-o', built, '.'], folder);
  return built;
}

function buildEtcd(): string {
  return build('etcd', (folder) => {
    writeFileSync(join(folder, 'go.mod'), `module atelier.test/etcd\n\nrequire go.etcd.io/etcd/server/v3 ${ETCD}\n`);
    go(['mod', 'tidy'], folder);
  });
}

function buildApiServer(): string {
  return build('kube-apiserver', (folder) => {
    const source = moduleFolder(`k8s.io/kubernetes@${KUBERNETES}`);
    const theirs = readFileSync(join(source, 'go.mod'), 'utf8');
    const ours = theirs
      .replace(/^module .*$/m, 'module atelier.test/kube-apiserver')
      .replace(/=> \.\/staging\/src\/(\S+)/g, `=> $1 ${LIBRARIES}`);
    writeFileSync(join(folder, 'go.mod'), `${ours}\nrequire k8s.io/kubernetes ${KUBERNETES}\n`);
    rmSync(join(folder, 'go.sum'), { force: true });
    copyFileSync(join(source, 'go.sum'), join(folder, 'go.sum'));
    execFileSync('chmod', ['u+w', join(folder, 'go.sum')]);
  });
}

export async function startApiServer(): Promise<ApiServer> {
  const [etcd, apiServer] = [buildEtcd(), buildApiServer()];
  const folder = mkdtempSync(join(tmpdir(), 'atelier-kubernetes-'));
  const children: ChildProcess[] = [];
  let output = '';
  const start = (program: string, args: readonly string[]) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => (output = (output + piece).slice(-20_000)));
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const [clients, peers, port] = await Promise.all([freePort(), freePort(), freePort()]);
  const etcdUrl = `http://127.0.0.1:${clients}`;
  start(etcd, [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', `http://127.0.0.1:${peers}`, '--unsafe-no-fsync'],
  ]);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [keyFile, publicFile, tokens] = ['key.pem', 'public.pem', 'tokens.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(tokens, `"${TOKEN}",operator,operator,"system:masters"\n`);
  start(apiServer, [
    ...[`--etcd-servers=${etcdUrl}`, '--bind-address=127.0.0.1', `--secure-port=${port}`],
    ...[`--cert-dir=${join(folder, 'certificates')}`, '--service-cluster-ip-range=10.96.0.0/16'],
    ...[`--service-account-key-file=${publicFile}`, `--service-account-signing-key-file=${keyFile}`],
    ...['--service-account-issuer=https://kubernetes.default.svc', '--authorization-mode=RBAC'],
    // Accounts are made by a controller, which does not run here.
    ...[`--token-auth-file=${tokens}`, '--disable-admission-plugins=ServiceAccount'],
  ]);
  const call = (method: string, path: string, body?: object) => callApi({ port, folder }, { method, path, body });
  try {
    const isReady = async () => {
      for (const child of children) if (child.exitCode !== null) throw new Error(`it ended: ${output}`);
      return (await call('GET', '/readyz').catch(() => undefined))?.status === 200;
    };
    await until(isReady, { saying: 'the API server is ready', withinMs: 180_000, everyMs: 500 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { call, stop };
}

function callApi(
  server: { port: number; folder: string },
  { method, path, body }: { method: string; path: string; body: object | undefined },
): Promise<ApiAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method,
        path,
        ca: readFileSync(join(server.folder, 'certificates', 'apiserver.crt')),
        // One of the names in the certificate that the server made for itself.
        servername: 'kubernetes.default.svc',
        headers: {
          authorization: `Bearer ${TOKEN}`,
          'content-type': method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
        },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('end', () => {
          const read = Buffer.concat(pieces).toString();
          const isJson = (answer.headers['content-type'] ?? '').includes('json');
          const warning = answer.headers.warning;
          resolve({
            status: answer.statusCode ?? 0,
            warnings: warning === undefined ? [] : [warning].flat(),
            body: isJson ? JSON.parse(read) : { message: read },
          });
        });
      },
    );
    asking.once('error', reject);
    asking.end(text);
  });
}
