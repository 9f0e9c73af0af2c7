import { describe, expect, it } from 'vitest';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

const warnings = async (body: string): Promise<[string, string][]> =>
  (await parseFlow(flowFile('flow', body))).problems
    .filter(({ level }) => level === 'warning')
    .map(({ path, params }) => [String(path[0] ?? ''), String(params['detail'] ?? '')]);
const CHECK = task('check user u-leader');

describe('a process that says less than its author may think', () => {
  it('a task of no kind is named, for nobody gets it', async () => {
    const found = await warnings(
      `<task id="plain" name="审批"/>${CHECK}${edge('f1', 'apply', 'plain')}${edge('f2', 'plain', 'check')}${edge('f3', 'check', 'e')}`,
    );
    expect(found).toEqual([['plain', expect.stringContaining('“审批”没有类型，流程会直接通过')]]);
  });

  it('one in which nobody but the applicant acts is said to be finished at once', async () => {
    const found = await warnings(`<task id="plain"/>${edge('f1', 'apply', 'plain')}${edge('f2', 'plain', 'e')}`);
    expect(found).toContainEqual(['', expect.stringContaining('提交后立即办结')]);
    expect(await warnings(`${CHECK}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`)).toEqual([]);
  });

  it('an exclusive gateway with open lines is named; one whose other lines have conditions is not', async () => {
    const branch = (more: string, first = ''): string =>
      `<exclusiveGateway id="g" name="选择"${more}/>${CHECK}${edge('f1', 'apply', 'g')}${edge('a', 'g', 'check', first)}${edge('b', 'g', 'e')}${edge('c', 'check', 'e')}`;
    expect(await warnings(branch(''))).toEqual([
      ['g', expect.stringMatching(/“选择”有 2 条出线，其中 2 条没有条件，也没有设默认出线/)],
    ]);
    expect(await warnings(branch(' default="b"'))).toHaveLength(1);
    expect(await warnings(branch(' default="b"', 'amount > 1.0'))).toEqual([]);
  });

  it('a circle that nothing ends is named before anybody submits', async () => {
    const found = await warnings(
      `<exclusiveGateway id="g" name="回"/><manualTask id="m" name="记"/>${CHECK}${edge('f1', 'apply', 'g')}${edge('a', 'g', 'm')}${edge('b', 'm', 'g')}${edge('c', 'g', 'check')}${edge('d', 'check', 'e')}`,
    );
    expect(found.map(([, detail]) => detail).join('\n')).toContain('无休止地循环');
  });
});
