import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, signIn, type Answer, type Client } from '../server/support.ts';
import { approvalFaults } from './approvalFaults.ts';

export interface ApprovalChaos { /** How many applications, of four steps each. */ applications: number; kills: number; databaseUrl?: string | null; say?(line: string): void }
export interface ApprovalReport { steps: number; kills: number; repeated: number; faults: string[] }

const WORKERS = 4;
const wait = (ms: number): Promise<void> => new Promise((wake) => { setTimeout(wake, ms); });

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** A server that is killed and started again on the same port and data. */
async function launch(dataDir: string, port: number, databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'approvalServer.ts'), dataDir, String(port), databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const isReady = await Promise.race([once(child.stdout, 'data').then(() => true), once(child, 'exit').then(() => false)]);
  if (!isReady) throw new Error('the server did not start');
  return child;
}

/**
 * Approvals by four people at once while the server is killed at random moments and started again. Each step is repeated
 * with its key until it is acknowledged, as the browser does. Answers what was lost, done twice or left behind.
 */
export async function runApprovals({ applications, kills, databaseUrl = null, say = () => undefined }: ApprovalChaos): Promise<ApprovalReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chaos-approvals-'));
  const template = databaseUrl === null ? process.env['SERVER_TEST_TEMPLATE'] : undefined;
  if (template) cpSync(template, dataDir, { recursive: true, filter: (path) => !path.endsWith('/pg/run') });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const report: ApprovalReport = { steps: 0, kills: 0, repeated: 0, faults: [] };
  let child = await launch(dataDir, port, databaseUrl ?? '');
  let isOver = false;
  const people: Record<string, Client> = {};
  for (const name of ['staff', 'leader', 'manager', 'hr']) people[name] = await signIn(url, name);

  const call = async <T>(who: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const key = randomUUID();
    const client = people[who] ?? clientOf(url, '', '');
    for (let tries = 0; tries < 600; tries += 1) {
      try {
        const answer = await (body === undefined ? client.get<T>(path) : client.post<T>(path, body, { 'idempotency-key': key }));
        if (answer.status < 500 && answer.code !== 'REQUEST_BUSY') return answer;
      } catch {
        // killed meanwhile: nobody knows whether it was done
      }
      report.repeated += 1;
      await wait(200);
    }
    throw new Error(`no answer to ${path}`);
  };
  const step = async (who: string, id: string | undefined, action: string): Promise<string> => {
    for (let tries = 0; tries < 50; tries += 1) {
      const stored = id === undefined ? null : (await call<{ revision: number } | null>(who, `/api/system/frmCrud/getById/chaos?id=${id}`)).data;
      const record = id === undefined ? { fieldsMap: { title: '事项' }, childTables: {} } : { id, revision: stored?.revision ?? 0, fieldsMap: {}, childTables: {} };
      const answer = await call<{ id: string }>(who, '/api/system/frmCrud/runProcess/chaos', { record, action });
      if (answer.code === '1') { report.steps += 1; return answer.data.id; }
      // the other branch has moved the record on: look again, as a person would
      if (answer.code !== 'RECORD_STALE') throw new Error(`${who} ${action}: ${answer.code} ${answer.msg}`);
    }
    throw new Error(`${who} ${action}: stale again and again`);
  };
  const records: string[] = [];
  let left = applications;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      try {
        const id = await step('staff', undefined, 'submit');
        await Promise.all([step('leader', id, 'approve'), step('manager', id, 'approve')]);
        await step('hr', id, 'approve');
        records.push(id);
      } catch (error) {
        report.faults.push(String(error));
      }
    }
  };
  const harm = async (): Promise<void> => {
    while (!isOver && report.kills < kills) {
      await wait(50 + Math.random() * 900);
      if (isOver) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
      report.kills += 1;
      child = await launch(dataDir, port, databaseUrl ?? '');
      say(`kill ${report.kills}: ${report.steps} steps acknowledged`);
    }
  };
  const harming = harm();
  try {
    await Promise.all(Array.from({ length: WORKERS }, work));
  } finally {
    isOver = true;
    await harming;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  report.faults.push(...await approvalFaults({ dataDir, databaseUrl }, records));
  rmSync(dataDir, { recursive: true, force: true });
  return report;
}
