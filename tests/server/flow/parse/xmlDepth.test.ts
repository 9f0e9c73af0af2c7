import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { isTooDeep } from '../../../../src/server/flow/parse/xmlDepth.ts';
import { startTestServer, type TestServer } from '../../support.ts';

const nested = (count: number): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="deep" name="deep">${Array.from(
    { length: count },
    (_none, at) => `<subProcess id="s${at}">`,
  ).join('')}${'</subProcess>'.repeat(count)}</process></definitions>`;

describe('the depth of a text', () => {
  it.each([
    [`${'<a>'.repeat(201)}${'</a>'.repeat(201)}`, true],
    [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, false],
    ['<a/>'.repeat(5000), false],
    ['<a></a>'.repeat(5000), false],
    [`<!--${'<a>'.repeat(500)}--><a/>`, false],
    [`<a><![CDATA[${'<a>'.repeat(500)}]]></a>`, false],
    [`<a b="${'<a>'.repeat(500)}" c='>'/>`, false],
    [`<a b='${'x>'.repeat(9)}'>`.repeat(201), true],
    ['<!--'.repeat(100_000), false],
    ['<a "'.repeat(100_000), false],
    ['<'.repeat(100_000), false],
    ['', false],
    ['no text of the kind', false],
  ])('is counted by elements alone, and never waited for (%#)', (xml, isDeep) => {
    expect(isTooDeep(xml)).toBe(isDeep);
  });
});

describe('a process file that is nested deeper than anybody draws', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.dispose());

  it('is refused in words, by every way in', async () => {
    expect((await parseFlow(nested(5000))).problems.map(({ message }) => message).join()).toContain('嵌套过深');
    const admin = await server.api('admin');
    for (const call of ['check', 'import', 'saveDraft']) {
      const xml = nested(5000);
      const answer = await admin.post(`/api/system/flowDef/${call}`, {
        content: xml,
        xml,
        definition: xml,
        flowKey: 'deep',
        flowName: 'deep',
      });
      expect(
        [answer.status < 500, `${answer.msg}${JSON.stringify(answer.data)}`.includes('嵌套过深')],
        `${call}: ${answer.status} ${answer.msg}`,
      ).toEqual([true, true]);
    }
  });

  it('is read as ever where it is as deep as large processes are', async () => {
    expect((await parseFlow(nested(20))).problems.map(({ message }) => message).join()).not.toContain('嵌套过深');
  });
});
