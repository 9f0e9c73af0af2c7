import { fuzz, type Finding } from './run.ts';
import { fuzzTarget } from './target.ts';

/** `npm run fuzz -- --requests 100000 --seed 7 --at-once 8`: ends with 1 when any answer is at fault or memory grows. */
const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : otherwise;
};

const tell = ({ fault, call, request, answer }: Finding): void =>
  console.log(
    `\n${call}: ${fault}\n  ${request.method} ${request.path.slice(0, 400)}\n  ${JSON.stringify(request.headers)
      .replace(/Bearer [\w-]{20,}/, 'Bearer …')
      .slice(0, 300)}\n  ${request.body?.toString().slice(0, 600) ?? ''}\n  -> ${answer}\n`,
  );

const seed = option('seed', Math.floor(Math.random() * 2 ** 31));
const requests = option('requests', 100_000);
console.log(`fuzz: ${requests} requests, seed ${seed}`);
const { server, ...target } = await fuzzTarget();
try {
  const report = await fuzz({
    ...target,
    url: server.url,
    seed,
    requests,
    atOnce: option('at-once', 8),
    onProgress: (done) => console.log(`${done} sent, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`),
    onFinding: tell,
  });
  const { sent, calls, seconds, perStatus, heap, isFlat, findings } = report;
  console.log(
    `${sent} requests to ${calls} calls in ${seconds.toFixed(0)} s (${(sent / seconds).toFixed(0)}/s)`,
    perStatus,
  );
  console.log(
    `heap after collection, MB: ${heap.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' ')} - ${isFlat ? 'flat' : 'GROWS'}`,
  );
  for (const { fault, call, count } of findings) console.log(`${count}x ${call}: ${fault}`);
  console.log(findings.length === 0 ? 'no findings' : `\n${findings.length} findings`);
  process.exitCode = findings.length > 0 || !isFlat ? 1 : 0;
} finally {
  await server.dispose();
}
process.exit();
