import { describe, expect, it } from 'vitest';
import { ensureDiagram } from '../../../../src/designer/flow/model/ensureDiagram.ts';
import { importFlow } from '../../../../src/server/approval/design/importFlow.ts';
import { withLegalIds } from '../../../../src/server/approval/design/withLegalIds.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { edge } from '../story.ts';

const file = (body: string, roots = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="t">${roots}${body}</definitions>`;
const line = (...ids: string[]): string =>
  ids
    .slice(1)
    .map((id, index) => edge(`f${index}`, ids[index] ?? '', id))
    .join('');

/** Reads a file as the designer's import does, and as it is drawn and checked afterwards. */
async function taken(xml: string) {
  const { definition, report } = await importFlow(xml, { key: 'mine' });
  const text = await ensureDiagram(definition);
  const { definition: flow, problems } = await parseFlow(text);
  if (!flow) throw new Error('no process');
  return {
    text,
    flow,
    problems,
    report,
    errors: problems.filter(({ level }) => level === 'error').map(({ path }) => path[0]),
  };
}

describe('a process file of another designer', () => {
  it('without a picture is laid out', async () => {
    const { text, errors } = await taken(
      file(
        `<process id="p"><startEvent id="s"/><userTask id="a" name="审批" flowable:candidateGroups="leader"/><endEvent id="e"/>${line('s', 'a', 'e')}</process>`,
      ),
    );
    expect(text.match(/<bpmndi:BPMNShape/g)).toHaveLength(4);
    expect(errors).toEqual([]);
  });

  it('whose ids begin with a digit, or are Chinese, is read with other ids, everywhere alike', async () => {
    const { flow, errors, report } = await taken(
      file(`<process id="1p" name="数字标识"><startEvent id="开始"><outgoing>f:1 </outgoing></startEvent><userTask id="审批 一" name="审批" flowable:assignee="\${initiator}"><incoming>f:1 </incoming></userTask><endEvent id='9'/>
      <sequenceFlow id="f:1 " sourceRef="开始" targetRef="审批 一"/><sequenceFlow id="2" sourceRef="审批 一" targetRef="9"/></process>`),
    );
    expect(errors).toEqual([]);
    expect(Object.values(flow.nodes).map(({ name }) => name)).toContain('审批');
    expect(Object.keys(flow.edges)).toHaveLength(2);
    expect(report.map(({ message }) => message)).toContainEqual(expect.stringContaining('标识不合'));
  });

  it('ids that are right stay, and what looks like one elsewhere too', () => {
    const xml = file('<process id="p"><startEvent id="s" name="1 号"/><documentation>1 号</documentation></process>');
    expect(withLegalIds(xml)).toEqual({ xml, newIds: new Map() });
    const odd = withLegalIds(
      '<process id="1"><startEvent id="id_1"/><userTask id="2" name="2"/><flowNodeRef> 2 </flowNodeRef><text>2</text></process>',
    );
    expect(odd.xml).toBe(
      '<process id="id_1_2"><startEvent id="id_1"/><userTask id="id_2" name="2"/><flowNodeRef>id_2</flowNodeRef><text>2</text></process>',
    );
  });

  it('with ids of thousands of characters, a byte order mark and blanks before it is read', async () => {
    const huge = `n${'x'.repeat(3000)}`;
    const { flow, errors } = await taken(
      `\uFEFF \n${file(`<process id="p"><startEvent id="s"/><userTask id="${huge}" flowable:assignee="hr"/><endEvent id="e"/>${line('s', huge, 'e').replaceAll('f0', 'f0')}</process>`)}`,
    );
    expect([flow.nodes[huge]?.candidates, errors]).toEqual([[{ type: 'user', value: 'hr' }], []]);
  });

  it.each(['(', '(a+)+$', '[x', 'a b', '$'])(
    'whose loop calls its element %s, which no expression can name, is read all the same',
    async (name) => {
      const inner = `<startEvent id="is"/><userTask id="t" name="审批" flowable:assignee="leader"/><endEvent id="ie"/><sequenceFlow id="c1" sourceRef="is" targetRef="t"/><sequenceFlow id="c2" sourceRef="t" targetRef="ie"><conditionExpression>\${amount > 1}</conditionExpression></sequenceFlow>`;
      const { flow } = await parseFlow(
        file(
          `<process id="p"><startEvent id="s"/><subProcess id="sub"><multiInstanceLoopCharacteristics flowable:collection="\${items}" flowable:elementVariable="${name}"/>${inner}</subProcess><endEvent id="e"/>${line('s', 'sub', 'e')}</process>`,
        ),
      ).then(({ definition }) => ({ flow: definition }));
      expect(Object.values(flow?.edges ?? {}).map(({ condition }) => condition)).toContain('amount > 1');
    },
  );

  it.each<[string, string, string]>([
    ['blanks in a text that names an id', `<flowNodeRef>${' '.repeat(20_000)}<x/></flowNodeRef>`, ''],
    ['texts that never end', '<incoming '.repeat(100_000), ''],
    ['blanks in a loop’s list', '', `\${${' '.repeat(20_000)}x`],
    ['blanks in a holder', '', `user(${' '.repeat(20_000)}`],
    ['commas', '', ','.repeat(200_000)],
    ['brackets', '', '{,'.repeat(10_000)],
  ])('with %s is read or refused in a moment: nobody waits for it', async (_what, inside, holder) => {
    const xml = file(
      `<process id="p"><startEvent id="1s"/><userTask id="a" name="审批" flowable:candidateUsers="${holder}">${inside}<multiInstanceLoopCharacteristics flowable:collection="${holder}"/></userTask><endEvent id="e"/>${line('1s', 'a', 'e')}</process>`,
    );
    // processor time: the machine may be busy with something else
    const before = process.cpuUsage().user;
    await importFlow(xml, { key: 'mine' }).catch((error: { code?: string }) => {
      expect(error.code).toBe('DOC_FLOW');
    });
    expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
  });

  it('whose sub-process uses the ids of the applicant’s task keeps them: the task gets another id', async () => {
    const inner = `<startEvent id="is"/><userTask id="applicantTask" name="审批" flowable:assignee="leader"/><endEvent id="ie"/>${edge('i1', 'is', 'applicantTask')}${edge('applicantTask_2_flow', 'applicantTask', 'ie')}`;
    const { flow, errors } = await taken(
      file(
        `<process id="p"><startEvent id="s"/><subProcess id="sub">${inner}</subProcess><endEvent id="e"/>${line('s', 'sub', 'e')}</process>`,
      ),
    );
    expect([flow.applicantNodeId, flow.nodes['applicantTask']?.parent, errors]).toEqual(['applicantTask_3', 'sub', []]);
  });

  it('whose loop stands in another loop reads the inner variable only; the outer one is named as an error', async () => {
    const loop = (variable: string): string =>
      `<multiInstanceLoopCharacteristics flowable:collection="\${people}"${variable && ` flowable:elementVariable="${variable}"`}/>`;
    const importNested = (innerVariable: string) => {
      const condition = (id: string, text: string): string =>
        `<sequenceFlow id="${id}" sourceRef="x" targetRef="t"><conditionExpression>\${${text}}</conditionExpression></sequenceFlow>`;
      const innermost = `<startEvent id="is"/><exclusiveGateway id="x" default="c0"/><userTask id="t" name="审批" flowable:candidateUsers="\${行.owner},\${row.owner}"/><endEvent id="ie"/>${edge('i1', 'is', 'x')}${edge('c0', 'x', 'ie')}${condition('c1', "行.amount gt 1 and kind == '行 row' and a.row")}${condition('c2', '行.amount gt row.amount')}${condition('c3', '本行 == 1')}${edge('i2', 't', 'ie')}`;
      const middle = `<startEvent id="ms"/><subProcess id="inner">${loop(innerVariable)}${innermost}</subProcess><endEvent id="me"/>${edge('m1', 'ms', 'inner')}${edge('m2', 'inner', 'me')}`;
      return taken(
        file(
          `<process id="p"><startEvent id="s"/><subProcess id="outer">${loop('row')}${middle}</subProcess><endEvent id="e"/>${line('s', 'outer', 'e')}</process>`,
        ),
      );
    };
    const { flow, errors, report } = await importNested('行');
    expect(['c1', 'c2', 'c3'].map((id) => flow.edges[id]?.condition)).toEqual([
      "item.amount > 1 && kind == '行 row' && a.row",
      'false',
      '本行 == 1',
    ]);
    expect(flow.nodes['t']?.candidates).toEqual([{ type: 'item', value: 'owner' }]);
    expect(errors).toEqual(['c2']);
    expect(report.filter(({ level }) => level === 'warning').map(({ element }) => element)).toEqual(['t', 'c2']);
    // an inner loop without a variable hides the item of the outer one, too
    const withoutVariable = await importNested('');
    expect(withoutVariable.flow.edges['c2']?.condition).toBe('false');
    expect(withoutVariable.flow.nodes['t']?.candidates).not.toContainEqual(expect.objectContaining({ type: 'item' }));
  });

  it('of several pools: the process that is to be run is taken, the others are told', async () => {
    const other = `<process id="pa"><startEvent id="as"/><task id="at"/><endEvent id="ae"/>${line('as', 'at', 'ae').replace(/"f/g, '"a')}</process>`;
    const own = `<process id="pb" isExecutable="true"><laneSet id="ls"><lane id="l1" name="部门"><flowNodeRef>bs</flowNodeRef></lane></laneSet><startEvent id="bs"/><userTask id="bt" name="审批" flowable:assignee="\${initiator}"/><endEvent id="be"/>${line('bs', 'bt', 'be')}</process>`;
    const { flow, errors, report } = await taken(
      file(
        other + own,
        '<collaboration id="c"><participant id="A" name="客户" processRef="pa"/><participant id="B" name="公司" processRef="pb"/><messageFlow id="mf" sourceRef="at" targetRef="bs"/></collaboration>',
      ),
    );
    expect([Object.keys(flow.nodes), errors]).toEqual([['bs', 'bt', 'be'], []]);
    expect(report).toContainEqual(expect.objectContaining({ message: expect.stringContaining('2 个流程') as string }));
  });

  it('what cannot be run is named, each with its element, and hides nothing else', async () => {
    const body = `<process id="p"><startEvent id="s"><extensionElements><flowable:executionListener event="start" class="x"/></extensionElements></startEvent><userTask id="t" name="审批" flowable:candidateUsers="a,b"><extensionElements><flowable:taskListener event="create" class="x"/></extensionElements></userTask>
      <boundaryEvent id="told" attachedToRef="t"><messageEventDefinition/></boundaryEvent><boundaryEvent id="late" attachedToRef="t" cancelActivity="false"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
      <userTask id="up" name="升级" flowable:assignee="leader"/><endEvent id="e"/><scriptTask id="script"/><eventBasedGateway id="which"/><subProcess id="aside" triggeredByEvent="true"><startEvent id="as"><messageEventDefinition/></startEvent><endEvent id="ae"/>${edge('af', 'as', 'ae')}</subProcess>
      <subProcess id="loop"><standardLoopCharacteristics><loopCondition>\${bean.goesOn()}</loopCondition></standardLoopCharacteristics><startEvent id="ls"/><endEvent id="le"/>${edge('lf', 'ls', 'le')}</subProcess>${line('s', 't', 'script', 'which', 'loop', 'e')}${edge('g1', 'told', 'e')}${edge('g2', 'late', 'up')}${edge('g3', 'up', 'e')}</process>`;
    const { flow, errors, problems } = await taken(file(body));
    expect(new Set(errors)).toEqual(new Set(['told', 'script', 'which', 'as', 'loop']));
    expect(problems.filter(({ message }) => message.includes('监听器')).map(({ path }) => path[0])).toEqual(['s', 't']);
    expect(flow.nodes['late']).toMatchObject({ attached: { to: 't', isInterrupting: false }, wait: { ms: 3_600_000 } });
  });

  it('events are read: names that are not declared are kept, their conditions translated', async () => {
    const body = `<process id="p"><startEvent id="s"/><userTask id="t" flowable:assignee="\${initiator}"/><receiveTask id="r" messageRef="付款"/><intermediateCatchEvent id="c"><conditionalEventDefinition><condition>\${amount gt 5}</condition></conditionalEventDefinition></intermediateCatchEvent><endEvent id="e"><signalEventDefinition signalRef="完成"/></endEvent>${line('s', 't', 'r', 'c', 'e')}</process>`;
    const { flow, errors } = await taken(file(body));
    expect([flow.nodes['r']?.catches, flow.nodes['c']?.catches, flow.nodes['e']?.throws, errors]).toEqual([
      { type: 'message', name: '付款' },
      { type: 'condition', text: 'amount > 5' },
      { type: 'signal', name: '完成' },
      [],
    ]);
  });

  it('holders and conditions of other engines are read: zeebe’s and FEEL, BPMN’s own owners', async () => {
    const body = `<process id="p" isExecutable="true"><startEvent id="s"/><userTask id="t"><extensionElements><zeebe:assignmentDefinition assignee="=initiator" candidateGroups="leader"/></extensionElements></userTask>
      <userTask id="u"><potentialOwner><resourceAssignmentExpression><formalExpression>user(hr), group(finance)</formalExpression></resourceAssignmentExpression></potentialOwner></userTask><exclusiveGateway id="g" default="fd"/><endEvent id="e"/>
      ${edge('f1', 's', 't')}${edge('f2', 't', 'u')}${edge('f3', 'u', 'g')}<sequenceFlow id="fc" sourceRef="g" targetRef="t"><conditionExpression xsi:type="tFormalExpression">= amount &gt;= 100 and kind = "a = b"</conditionExpression></sequenceFlow>${edge('fd', 'g', 'e')}</process>`;
    const { flow, errors } = await taken(file(body));
    expect(flow.nodes['t']?.candidates).toEqual(
      [
        { type: 'initiator', value: '' },
        { type: 'role', value: 'leader' },
      ].slice(0, flow.nodes['t']?.candidates.length),
    );
    expect(flow.nodes['u']?.candidates).toEqual([
      { type: 'user', value: 'hr' },
      { type: 'role', value: 'finance' },
    ]);
    expect([flow.edges['fc']?.condition, errors]).toEqual(['amount >= 100 && kind == "a = b"', []]);
  });
});
