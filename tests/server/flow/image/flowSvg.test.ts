import { expect, it } from 'vitest';
import { arrangeFlow } from '../../../../src/server/flow/image/arrangeFlow.ts';
import { flowSvg } from '../../../../src/server/flow/image/flowSvg.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

it.each(['七个字的节点名😀审批', `很${'长'.repeat(21)}😀的节点名`])(
  'a name is broken and cut between characters: %s',
  async (name) => {
    const xml = flowFile(
      'drawn',
      `${task('check user u-hr')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`,
    ).replace('name="check"', `name="${name}"`);
    const { definition } = await parseFlow(xml);
    if (!definition) throw new Error('no process');
    const svg = flowSvg(definition, arrangeFlow(definition), { completedIds: new Set(), currentIds: new Set() });
    expect(svg).toContain('😀');
    expect(svg.isWellFormed()).toBe(true);
  },
);
