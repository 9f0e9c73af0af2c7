import { expect, it } from 'vitest';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

const errors = async (xml: string): Promise<[unknown, string][]> =>
  (await parseFlow(xml)).problems
    .filter(({ level }) => level === 'error')
    .map(({ path, message }) => [path[0], message]);
const withTask = (one: string, more = ''): string =>
  flowFile('k', `${one}${edge('f1', 'apply', 'a')}${edge('f2', 'a', 'e')}${more}`);
const said = (more: string): string => withTask(task('a user u-hr', more));

it.each([
  ['an attribute that is misspelt', '<sf:field key="secret" visable="0"/>', 'sf:field 的属性 visable'],
  ['an element that is misspelt', '<sf:feild key="secret" visible="0"/>', 'sf:feild'],
  ['one of whatever prefix', '<q:feild xmlns:q="urn:schema-first:bpmn" key="secret" visible="0"/>', 'sf:feild'],
  ['a column beside its table', '<sf:table key="lines"/><sf:column key="note" visible="0"/>', 'sf:column 写错了位置'],
  ['a column that is misspelt', '<sf:table key="lines"><sf:colunm key="note" visible="0"/></sf:table>', 'sf:colunm'],
  ['a field within a table', '<sf:table key="lines"><sf:field key="note" visible="0"/></sf:table>', 'sf:field'],
  ['a field within a field', '<sf:field key="other"><sf:field key="note" visible="0"/></sf:field>', 'sf:field'],
  [
    'what stands in another engine’s element',
    '<x:group xmlns:x="urn:x"><x:in><sf:field key="note" visible="0"/></x:in></x:group>',
    'sf:field 写在其他引擎的元素里',
  ],
  ['a word that a task does not know', '<sf:call url="http://127.0.0.1/"/>', 'sf:call 写错了位置'],
  [
    'what is said twice where the first alone counts',
    '<sf:sign mode="all"/><sf:sign mode="one"/>',
    'sf:sign 写了不止一次',
  ],
  [
    'a field that is said twice',
    '<sf:field key="secret" visible="0"/><sf:field key="secret" visible="1"/>',
    '“secret”的字段权限写了不止一次',
  ],
  [
    'a table that is said twice',
    '<sf:table key="lines" visible="0"/><sf:table key="lines"/>',
    '子表“lines”的权限写了不止一次',
  ],
  [
    'the first of two places for extensions',
    '</extensionElements><extensionElements><sf:candidates type="user" value="u-hr"/>',
    'extensionElements',
  ],
])('a process that says %s is not published, and its task is named', async (_, more, words) => {
  expect(await errors(said(more))).toEqual(expect.arrayContaining([['a', expect.stringContaining(words)]]));
});

it('what stands beside the extensions, in a line, in the process or in an attribute is named with its element', async () => {
  const field = '<sf:field key="secret" visible="0"/>';
  expect(await errors(withTask(task('a user u-hr', '', field)))).toEqual([['a', expect.stringContaining('sf:field')]]);
  expect(await errors(withTask(task('a user u-hr'), field))).toEqual([['k', expect.stringContaining('sf:field')]]);
  expect(await errors(withTask(task('a user u-hr').replace('<userTask', '<userTask sf:visible="0"')))).toEqual([
    ['a', expect.stringContaining('sf:visible')],
  ]);
  expect(
    await errors(
      withTask(task('a user u-hr')).replace(
        'sourceRef="a" targetRef="e">',
        `sourceRef="a" targetRef="e"><extensionElements>${field}</extensionElements>`,
      ),
    ),
  ).toEqual([['f2', expect.stringContaining('sf:field')]]);
  expect(
    await errors(
      withTask(task('a user u-hr')).replace(
        '<startEvent id="s"/>',
        `<startEvent id="s"><extensionElements>${field}</extensionElements></startEvent>`,
      ),
    ),
  ).toEqual([['s', expect.stringContaining('sf:field')]]);
  expect(
    await errors(
      withTask(task('a user u-hr')).replace(
        '<process id="k" name="k">',
        `<process id="k" name="k"><extensionElements>${field}</extensionElements>`,
      ),
    ),
  ).toEqual([['k', expect.stringContaining('sf:field')]]);
});

it('the nearest element with an id is found whatever stands before it', async () => {
  const before = '<!-- <userTask id="c"> --><documentation><![CDATA[<userTask id="d">]]></documentation>';
  expect(
    await errors(
      withTask(
        task('a user u-hr', '<sf:feild key="x"/>')
          .replace('<extensionElements>', `${before}<extensionElements>`)
          .replace('id="a" name="a"', `name=' id="n" > ' id='a'`),
      ),
    ),
  ).toEqual([['a', expect.stringContaining('sf:feild')]]);
});

it('every word is read where it belongs', async () => {
  const every =
    '<sf:sign mode="ratio" ratio="0.5"/><sf:settings empty="admin" same="1" signature="1"/><sf:timer due="P1D" remind="PT4H" action="none" clock="work"/><sf:cc type="user" value="u-hr"/><sf:button action="approve" name="好"/><sf:field key="a" visible="0" editable="0" required="0"/><sf:table key="t" visible="1" editable="1" add="1" copy="1" remove="1" others="1" defaults="1"><sf:column key="c" visible="0" editable="0" required="0"/></sf:table>';
  expect(await errors(said(every))).toEqual([]);
  const told =
    '<boundaryEvent id="told" attachedToRef="a" cancelActivity="false"><extensionElements><sf:candidates type="user" value="u-hr"/><sf:answer field="a" from="b"/><sf:field key="a" visible="0"/></extensionElements><messageEventDefinition messageRef="m"/></boundaryEvent><endEvent id="e2"/>';
  const timed =
    '<boundaryEvent id="timed" attachedToRef="a" cancelActivity="false"><extensionElements><sf:timer clock="work"/></extensionElements><timerEventDefinition><timeDuration>PT4H</timeDuration></timerEventDefinition></boundaryEvent><endEvent id="e3"/>';
  expect(
    await errors(
      withTask(task('a user u-hr'), `${told}${edge('g1', 'told', 'e2')}${timed}${edge('g2', 'timed', 'e3')}`),
    ),
  ).toEqual([]);
  expect(
    await errors(
      withTask(
        task('a user u-hr'),
        `${timed.replace('clock="work"', 'clock="work" action="pass"')}${edge('g2', 'timed', 'e3')}`,
      ),
    ),
  ).toEqual([['timed', expect.stringContaining('sf:timer 的 action')]]);
});
