import { expect, it } from 'vitest';
import { itemsOfRepeat } from '../../../../src/server/flow/engine/runItems.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { compile, situation, vocabulary } from '../../../kernel/support.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

it('a label that is too long is cut between characters', async () => {
  const { definition } = await parseFlow(
    flowFile(
      'each',
      `<subProcess id="part"><extensionElements><sf:repeat over="names"/></extensionElements><multiInstanceLoopCharacteristics/><startEvent id="is"/>${task('one user u-hr')}<endEvent id="ie"/>${edge('i1', 'is', 'one')}${edge('i2', 'one', 'ie')}</subProcess>${edge('f1', 'apply', 'part')}${edge('f2', 'part', 'e')}`,
    ),
  );
  const node = definition?.nodes['part'];
  if (!node) throw new Error('no sub-process');
  const key = `${'长'.repeat(38)}😀😀😀`;
  const labels = itemsOfRepeat(node, {
    form: compile([{ tag: 'el-input', __vModel__: 'names', label: '名单' }]),
    vocabulary,
    values: { fieldsMap: { names: `${key},短😀` }, childTables: {} },
    situation: situation(),
  }).map(({ label }) => label);
  expect(labels).toEqual([`${'长'.repeat(38)}😀…`, '短😀']);
});
