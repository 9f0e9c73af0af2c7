import { expect, it } from 'vitest';
import { checkFlowAgainstForm } from '../../../../src/server/flow/check/checkFlowAgainstForm.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { compile, vocabulary } from '../../../kernel/support.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

const FIELDS = [
  { tag: 'el-input', __vModel__: 'checker', label: '复核人' },
  {
    tag: 'subTable',
    __vModel__: 'items',
    label: '明细',
    children: [{ tag: 'el-input', __vModel__: 'owner', label: '负责人' }],
  },
];

/** Errors of a process whose task, copy, message event and repeated task have holders by these expressions. */
async function errorsWith(holder: string, rowHolder = 'item.owner'): Promise<string[]> {
  const by = (kind: string, expression: string) =>
    `<extensionElements><sf:${kind} type="expression" value="${expression}"/></extensionElements>`;
  const { definition } = await parseFlow(
    flowFile(
      'held',
      [
        `<userTask id="check" name="复核">${by('candidates', holder)}</userTask>`,
        task('told user u-hr', `<sf:cc type="expression" value="${holder}"/>`),
        `<sendTask id="copy" name="知会">${by('cc', holder)}</sendTask>`,
        `<receiveTask id="heard" name="等待" messageRef="m">${by('candidates', holder)}</receiveTask>`,
        `<subProcess id="each"><extensionElements><sf:repeat over="items"/></extensionElements><multiInstanceLoopCharacteristics/><startEvent id="is"/><userTask id="row" name="逐行">${by('candidates', rowHolder)}</userTask><endEvent id="ie"/>${edge('i1', 'is', 'row')}${edge('i2', 'row', 'ie')}</subProcess>`,
        edge('f1', 'apply', 'check'),
        edge('f2', 'check', 'told'),
        edge('f3', 'told', 'copy'),
        edge('f4', 'copy', 'heard'),
        edge('f5', 'heard', 'each'),
        edge('f6', 'each', 'e'),
      ].join(''),
    ).replace('<process ', '<message id="m" name="到货"/><process '),
  );
  if (!definition) throw new Error('no process');
  return checkFlowAgainstForm(definition, compile(FIELDS).definition, vocabulary)
    .filter(({ level }) => level === 'error')
    .map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`);
}

it('an expression that finds people is an error where it cannot be evaluated, with the name of the node', async () => {
  expect(await errorsWith('checker')).toEqual([]);
  expect(await errorsWith('checker ==')).toEqual([
    expect.stringMatching(/^DOC_FLOW flowKey\.check .*节点“复核”的办理人表达式“checker ==”/),
    expect.stringMatching(/^DOC_FLOW flowKey\.told .*节点“told”的抄送人表达式“checker ==”/),
    expect.stringMatching(/^DOC_FLOW flowKey\.copy .*节点“知会”的抄送人表达式“checker ==”/),
    expect.stringMatching(/^DOC_FLOW flowKey\.heard .*节点“等待”的办理人表达式“checker ==”/),
  ]);
  expect(await errorsWith('nobody')).toHaveLength(4);
  expect(await errorsWith('checker', 'item.nobody')).toEqual([
    expect.stringMatching(/^DOC_FLOW flowKey\.row .*节点“逐行”/),
  ]);
});

it('a field that holds no department has no department leader: the holder and the copy are errors with what can be chosen', async () => {
  const fields = [
    { tag: 'userSelector', __vModel__: 'reimburser', label: '报销人' },
    { tag: 'deptSelector', __vModel__: '产值部门', label: '产值部门' },
  ];
  const problemsOf = async (field: string, form = fields) => {
    const { definition } = await parseFlow(
      flowFile(
        'led',
        [
          `<userTask id="lead" name="负责人审批"><extensionElements><sf:candidates type="deptLeader" value="${field}"/><sf:cc type="deptLeader" value="${field}"/></extensionElements></userTask>`,
          edge('f1', 'apply', 'lead'),
          edge('f2', 'lead', 'e'),
        ].join(''),
      ),
    );
    if (!definition) throw new Error('no process');
    return checkFlowAgainstForm(definition, compile(form).definition, vocabulary).map(
      ({ level, path, message }) => `${level} ${path.join('.')} ${message}`,
    );
  };
  expect(await problemsOf('产值部门')).toEqual([]);
  expect(await problemsOf('2')).toEqual([]);
  expect(await problemsOf('reimburser')).toEqual([
    expect.stringMatching(
      /^error flowKey\.lead .*的办理人是“报销人”的负责人，但这不是部门字段.*请改选 “产值部门”（产值部门）$/,
    ),
    expect.stringMatching(/^error flowKey\.lead .*的抄送人是“报销人”的负责人/),
  ]);
  expect(await problemsOf('reimburser', fields.slice(0, 1))).toContainEqual(
    expect.stringContaining('表单里没有部门字段'),
  );
});
