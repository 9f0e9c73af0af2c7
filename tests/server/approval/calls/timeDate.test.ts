import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { parseDateTime } from '../../../../src/server/flow/parse/parseDateTime.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, edge, FIELDS, flowFile, publishStory, task } from '../story.ts';

const timer = (date: string): string =>
  `<intermediateCatchEvent id="t" name="等待"><timerEventDefinition><timeDate>${date}</timeDate></timerEventDefinition></intermediateCatchEvent>`;
const file = (key: string, date: string): string =>
  flowFile(
    key,
    `${edge('f1', 'apply', 't')}${timer(date)}${edge('f2', 't', 'one')}${task('one user leader')}${edge('f3', 'one', 'e')}`,
  );

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await publishStory(server, 'dated', file('dated', '${day}'), [
    ...FIELDS,
    { tag: 'el-date-picker', __vModel__: 'day', label: '生效日期' },
  ]);
});
afterAll(() => server.dispose());

it('a time is China’s unless it says a zone; what is no time is an error', async () => {
  expect((await parseFlow(file('p', '2026-12-31T09:00'))).definition?.nodes['t']?.until).toEqual({
    time: Date.UTC(2026, 11, 31, 1),
  });
  expect((await parseFlow(file('p', '2026-12-31T09:00:00Z'))).definition?.nodes['t']?.until).toEqual({
    time: Date.UTC(2026, 11, 31, 9),
  });
  expect((await parseFlow(file('p', '${到货日期}'))).definition?.nodes['t']?.until).toEqual({ field: '到货日期' });
  for (const text of ['明天', '2026-12-31abc', '2026-12-31T9:00', '2026-02-30T09:00'])
    expect(
      (await parseFlow(file('p', text))).problems.some(
        ({ level, message }) => level === 'error' && message.includes(text),
      ),
      text,
    ).toBe(true);
  expect([parseDateTime('2026-12-31'), parseDateTime(''), parseDateTime(5)]).toEqual([
    Date.UTC(2026, 11, 30, 16),
    null,
    null,
  ]);
});

it('the time of a field is the one that its form and lists show, without regard to a zone', () => {
  for (const text of ['2026-12-31 09:00:00', '2026-12-31T09:00:00.000', '2026-12-31T09:00:00Z'])
    expect(parseDateTime(text), text).toBe(Date.UTC(2026, 11, 31, 1));
  for (const text of ['2026-12-31abc', '2026-12-31 9:00', '2026-02-30', '2026-12-31 25:00'])
    expect(parseDateTime(text), text).toBeNull();
});

it('a process waits for the day that its form names, goes on at once when that is past, and is not submitted without it', async () => {
  const none = await begin(server, 'dated').catch((error: unknown) => String(error));
  expect(none).toContain('DOC_FLOW');
  const later = await begin(server, 'dated', { title: '甲', day: '2099-01-01' });
  const past = await begin(server, 'dated', { title: '乙', day: '2020-01-01' });
  await runDueTimers(server.context, (error) => {
    throw error;
  });
  expect([await later.holders(), await past.holders()]).toEqual([[], ['leader']]);
});
