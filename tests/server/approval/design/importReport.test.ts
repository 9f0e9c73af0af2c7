import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeXml } from '../../../../src/designer/flow/model/readXmlFile.ts';
import { importFlow } from '../../../../src/server/approval/design/importFlow.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { Refusal } from '../../../../src/server/http/refusal.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'flow', 'foreign');
/** The report of a file: messages by element, what asks for somebody's hand apart from what only informs. */
async function reportOf(name: string, change = (text: string): string => text) {
  const { definition, report } = await importFlow(change(readFileSync(join(FOLDER, `${name}.bpmn`), 'utf8')), {
    key: 'taken',
  });
  const { definition: flow } = await parseFlow(definition);
  if (!flow) throw new Error('no process');
  const about = (element: string, level: 'info' | 'warning' | 'kept'): string =>
    report
      .filter((one) => one.element === element && one.level === level)
      .map(({ message }) => message)
      .join(' | ');
  return {
    flow,
    report,
    unread: (element: string) => about(element, 'warning'),
    read: (element: string) => about(element, 'info'),
    kept: (element: string) => about(element, 'kept'),
  };
}

describe('the report of a file of another designer', () => {
  it('names with its element what other engines do and we do not: listeners, conditions for skipping, their forms', async () => {
    const { unread, kept, flow } = await reportOf('officeLeave');
    expect(unread('leader')).toMatch(/跳过条件 skipExpression.*监听器 taskListener.*表单字段/);
    expect(unread('taken')).toMatch(/可发起的人 candidateStarterUsers=admin；监听器/);
    expect(kept('apply')).toContain('表单 formKey=leave_form');
    expect(unread('mail')).toContain('其他引擎的程序不会执行');
    expect(flow.edges['f4']?.condition).toBe('days > 3');
  });

  it('lists everything that cannot run, each element once at least', async () => {
    const { unread } = await reportOf('refused');
    for (const id of ['sc', 'br', 'cg', 'ah', 'ext', 'dele', 'expr', 'ct', 'lp'])
      expect([id, unread(id)]).toEqual([id, expect.stringMatching(/不会执行|暂不支持/)]);
    const { unread: edges } = await reportOf('boundaries');
    expect(edges('b_multiple')).toContain('2 种触发方式');
    expect(edges('b_none')).toContain('没有写明由什么触发');
    expect(edges('b_compensate')).toContain('补偿');
  });

  it('reads several people in every way of writing them, and never takes a program for a field', async () => {
    const { flow, unread } = await reportOf('loops');
    const signs = [0, 1, 2, 3, 4, 11].map((number) => flow.nodes[`m${number}`]?.settings?.sign.mode);
    expect(signs).toEqual(['ratio', 'sequence', 'all', 'one', 'all', 'all']);
    expect(flow.nodes['m4']?.candidates).toEqual([{ type: 'field', value: 'people' }]);
    expect(unread('m1')).toContain('${user}');
    for (const id of ['m5', 'm6', 'm7', 'm8', 'm10']) expect(unread(id)).toContain('完成条件');
    expect(
      Object.values(flow.nodes)
        .flatMap(({ candidates }) => candidates)
        .filter(({ type, value }) => type === 'field' && /[${(]/.test(value)),
    ).toEqual([]);
  });

  it('reads zeebe and FEEL, lists of groups and counts by their other names', async () => {
    const { flow, unread } = await reportOf('zeebeFeel');
    expect(flow.nodes['U2']?.candidates).toEqual([
      { type: 'user', value: 'leader' },
      { type: 'user', value: 'manager' },
      { type: 'role', value: 'finance' },
      { type: 'role', value: 'hr' },
    ]);
    expect([flow.nodes['U3']?.candidates, flow.nodes['U3']?.settings?.sign]).toEqual([
      [{ type: 'field', value: 'approvers' }],
      { mode: 'ratio', ratio: 0.5 },
    ]);
    expect(unread('U2')).toContain('到期时间');
    expect(flow.edges['F3c']?.condition).toBe('!isEmpty(reason) && size(reason) > 3');
  });

  it('reads holders by number, and says which it cannot', async () => {
    const { flow, unread } = await reportOf('strategies');
    expect([flow.nodes['A3']?.candidates, flow.nodes['A4']?.candidates]).toEqual([
      [
        { type: 'role', value: '1' },
        { type: 'role', value: '2' },
      ],
      [{ type: 'user', value: 'leader' }],
    ]);
    expect([unread('Activity_2'), unread('A5')]).toEqual([
      expect.stringContaining('candidateStrategy=21'),
      expect.stringContaining('candidateStrategy=60'),
    ]);
  });

  it('keeps elements whose ids are another’s, and names what the file refers to and does not have', async () => {
    const { flow, unread } = await reportOf('duplicateIds');
    expect(Object.values(flow.nodes).map(({ name }) => name)).toEqual(expect.arrayContaining(['甲', '乙']));
    expect(unread('u_2')).toContain('标识与其他元素重复');
    const { flow: renamed, unread: replaced } = await reportOf('duplicateIds', (text) =>
      text.replaceAll('"u"', '"任务"').replaceAll('"f1"', '"1"'),
    );
    const second = Object.values(renamed.nodes).find(({ name }) => name === '乙')?.id ?? '';
    expect(second).toMatch(/^id_/);
    expect(replaced(second)).toContain('标识与其他元素重复');
    const { unread: gaps } = await reportOf('dangling');
    expect([gaps('f3'), gaps('bb'), gaps('x')]).toEqual([
      expect.stringContaining('终点“nowhere”'),
      expect.stringContaining('“gone”'),
      expect.stringContaining('默认连线“missing”'),
    ]);
  });

  it('says that lanes name nobody, and which pools were left out', async () => {
    const { kept, unread } = await reportOf('lanes');
    expect(kept('taken')).toContain('泳道（销售部、财务部）');
    expect(unread('taken')).toContain('2 个流程');
    expect(unread('f2')).toBe('');
  });

  it('turns a loop around a sub-process into rounds that end when its condition no longer holds', async () => {
    const loop =
      '<standardLoopCharacteristics testBefore="true" loopMaximum="3"><loopCondition>${ok == false}</loopCondition></standardLoopCharacteristics>';
    const { flow, read } = await reportOf('twoPlanes', (text) =>
      text.replace('<subProcess id="v" name="子">', `$&${loop}`),
    );
    expect(flow.nodes['v']?.repeat).toMatchObject({
      over: '(ok == false) ? 3 : 0',
      until: '!(ok == false)',
      isSequential: true,
    });
    expect(read('v')).toContain('依次重复');
  });
});

describe('a file that cannot be read', () => {
  const whole = readFileSync(join(FOLDER, 'beans.bpmn'), 'utf8');
  it.each([
    ['', '内容为空'],
    ['{"a":1}', '不是 XML'],
    ['<html><body/></html>', '根元素不是'],
    [whole.slice(0, whole.length / 2), '第 \\d+ 行：'],
    [whole.replace(/<process[\s\S]*<\/process>/, ''), '没有流程'],
    [whole.replace(/(<process[^>]*>)[\s\S]*(<\/process>)/, '$1$2'), '是空的'],
  ])('%# is refused in words', async (text, words) => {
    const refusal: unknown = await importFlow(text, { key: 'taken' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).message).toMatch(new RegExp(words));
    expect((refusal as Refusal).message).not.toMatch(/unparsable|detected|failed/);
  });
});

describe('the characters of a file', () => {
  const text = '<?xml version="1.0" encoding="GBK"?><a name="审批"/>';
  it('are those it names, or those of its first bytes', () => {
    const gbk = Uint8Array.from([
      ...Buffer.from('<?xml version="1.0" encoding="GBK"?><a name="'),
      0xc9,
      0xf3,
      0xc5,
      0xfa,
      ...Buffer.from('"/>'),
    ]);
    expect(decodeXml(gbk)).toBe(text);
    expect(decodeXml(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toContain('审批');
    expect(decodeXml(Buffer.from(text.replace('GBK', 'UTF-16')))).toContain('审批');
    expect(decodeXml(Buffer.from(text.replace('GBK', 'no-such')))).toContain('审批');
  });
});
