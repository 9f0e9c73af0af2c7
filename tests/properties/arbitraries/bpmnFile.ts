import fc from '../../support/fc.ts';

/** What files of designers hold, whether it runs here or not: events, gateways, tasks, and what hangs on them. */
const EVENTS = [
  'timer',
  'message',
  'signal',
  'error',
  'escalation',
  'conditional',
  'compensate',
  'link',
  'cancel',
  'terminate',
  'none',
] as const;
const GATEWAYS = [
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'complexGateway',
  'eventBasedGateway',
] as const;
const TASKS = [
  'task',
  'userTask',
  'manualTask',
  'scriptTask',
  'businessRuleTask',
  'serviceTask',
  'sendTask',
  'receiveTask',
  'callActivity',
  'adHocSubProcess',
  'subProcess',
  'transaction',
] as const;

const event = fc.constantFrom(...EVENTS);
const oddText = fc.constantFrom('', '审批', '<b>&"', 'a'.repeat(200), ' 空 格 ', '${x', '\n换行');

function definitionOf(kind: (typeof EVENTS)[number], text: string): string {
  switch (kind) {
    case 'none':
      return '';
    case 'timer':
      return `<timerEventDefinition>${text === '' ? '' : `<timeDuration>${text === '审批' ? 'PT1H' : escaped(text)}</timeDuration>`}</timerEventDefinition>`;
    case 'error':
      return '<errorEventDefinition errorRef="err1"/>';
    case 'escalation':
      return '<escalationEventDefinition escalationRef="esc1"/>';
    case 'link':
      return `<linkEventDefinition name="${escaped(text)}"/>`;
    case 'conditional':
      return '<conditionalEventDefinition><condition>${a &gt; 1}</condition></conditionalEventDefinition>';
    default:
      return `<${kind}EventDefinition/>`;
  }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Settings of other engines, as attributes and as elements. */
const attributes = fc
  .subarray(
    [
      'flowable:assignee="${initiator}"',
      'activiti:candidateUsers="zhang,李四"',
      'camunda:candidateGroups="${groups}"',
      'camunda:formKey="embedded:x"',
      'flowable:dueDate="P3D"',
      'camunda:class="org.Some.Delegate"',
      'flowable:type="mail"',
      'camunda:asyncBefore="true"',
      'isForCompensation="true"',
      'startQuantity="2"',
      'nobody:knows="it"',
    ],
    { maxLength: 4 },
  )
  .map((list) => list.join(' '));
const extensions = fc
  .subarray(
    [
      '<flowable:executionListener event="start" class="org.Some"/>',
      '<camunda:taskListener event="create" expression="${x.y()}"/>',
      '<zeebe:assignmentDefinition assignee="=initiator" candidateGroups="a,b"/>',
      '<zeebe:taskDefinition type="pay" retries="3"/>',
      '<camunda:inputOutput><camunda:inputParameter name="a"><camunda:script scriptFormat="groovy">1+1</camunda:script></camunda:inputParameter></camunda:inputOutput>',
      '<flowable:formProperty id="days" type="long"/>',
      '<sf:candidates type="role" value="leader"/>',
      '<sf:candidates type="odd"/>',
      '<sf:timer due="soon"/>',
      '<sf:repeat over="items"/>',
      '<sf:cc type="initiator"/>',
      '<sf:table key="items"><sf:column key="a" editable="maybe"/></sf:table>',
      '<nobody:thing a="1"><nobody:deep/></nobody:thing>',
    ],
    { maxLength: 3 },
  )
  .map((list) => (list.length > 0 ? `<extensionElements>${list.join('')}</extensionElements>` : ''));
const loop = fc.constantFrom(
  '',
  '',
  '',
  '<standardLoopCharacteristics/>',
  '<multiInstanceLoopCharacteristics isSequential="true" flowable:collection="people" flowable:elementVariable="one"><completionCondition>${nrOfCompletedInstances/nrOfInstances &gt;= 0.5}</completionCondition></multiInstanceLoopCharacteristics>',
  '<multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>',
  '<multiInstanceLoopCharacteristics/>',
);
const condition = fc
  .constantFrom(
    '',
    '',
    '',
    '${amount > 1000}',
    '#{approved}',
    '${!ok && days <= 3}',
    '= amount > 5',
    '${service.check(execution)}',
    'amount >',
    "amount == '1'",
    '${a ? b : c}',
    'true',
  )
  .map((text) =>
    text === '' ? '' : `<conditionExpression xsi:type="tFormalExpression">${escaped(text)}</conditionExpression>`,
  );

interface Node {
  text(id: string, inner: string): string;
  isHost: boolean;
  hasInner: boolean;
}

const node: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        tag: fc.constantFrom(...TASKS),
        name: oddText,
        attributes,
        extensions,
        loop,
        isTriggered: fc.boolean(),
      })
      .map(({ tag, name, attributes: more, extensions: settings, loop: times, isTriggered }): Node => {
        const hasInner = /subprocess|transaction/i.test(tag);
        return {
          isHost: true,
          hasInner,
          text: (id, inner) =>
            `<${tag} id="${id}" name="${escaped(name)}" ${more}${hasInner && isTriggered ? ' triggeredByEvent="true"' : ''}${tag === 'callActivity' && isTriggered ? ' calledElement="other"' : ''}>${settings}${times}${tag === 'scriptTask' ? '<script>rm()</script>' : ''}${hasInner ? inner : ''}</${tag}>`,
        };
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ tag: fc.constantFrom(...GATEWAYS), name: oddText, direct: fc.boolean() })
      .map(({ tag, name, direct }): Node => ({
        isHost: false,
        hasInner: false,
        text: (id) =>
          `<${tag} id="${id}" name="${escaped(name)}"${direct && tag !== 'parallelGateway' && tag !== 'eventBasedGateway' ? ' default="f1"' : ''}/>`,
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        tag: fc.constantFrom('startEvent', 'endEvent', 'intermediateCatchEvent', 'intermediateThrowEvent'),
        kind: event,
        name: oddText,
      })
      .map(({ tag, kind, name }): Node => ({
        isHost: false,
        hasInner: false,
        text: (id) => `<${tag} id="${id}" name="${escaped(name)}">${definitionOf(kind, name)}</${tag}>`,
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '<dataObject id="ID"/>',
        '<dataObjectReference id="ID" dataObjectRef="nowhere"/>',
        '<dataStoreReference id="ID"/>',
      )
      .map((text): Node => ({ isHost: false, hasInner: false, text: (id) => text.replace('ID', id) })),
  },
);

interface Body {
  nodes: readonly Node[];
  edges: readonly { from: number; to: number; condition: string; name: string }[];
  boundaries: readonly {
    on: number;
    kind: (typeof EVENTS)[number];
    isInterrupting: boolean;
    to: number;
    name: string;
  }[];
  inner: Body | null;
}

const { body } = fc.letrec<{ body: Body }>((tie) => ({
  body: fc.record({
    nodes: fc.array(node, { minLength: 1, maxLength: 6 }),
    edges: fc.array(fc.record({ from: fc.nat(9), to: fc.nat(9), condition, name: oddText }), { maxLength: 8 }),
    boundaries: fc.array(
      fc.record({ on: fc.nat(9), kind: event, isInterrupting: fc.boolean(), to: fc.nat(9), name: oddText }),
      { maxLength: 3 },
    ),
    inner: fc.option(tie('body'), { depthSize: 'small', maxDepth: 2, nil: null }),
  }),
}));

/** Elements of one level; ids begin with the place. Flows join the start, what stands on the way, and the end. */
function written({ nodes, edges, boundaries, inner }: Body, place: string): string {
  const ids = nodes.map((_, at) => `${place}n${at}`);
  const all = [`${place}s`, ...ids, `${place}e`];
  const inside = inner === null ? '' : written(inner, `${place}i`);
  const hosts = ids.filter((_, at) => nodes[at]?.isHost);
  const line = (id: string, from: string, to: string, more = ''): string =>
    `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${more}</sequenceFlow>`;
  let hasInner = false;
  return [
    `<startEvent id="${place}s"/><endEvent id="${place}e"/>`,
    ...nodes.map((one, at) => {
      const text = one.text(ids[at] ?? '', hasInner ? '' : inside);
      hasInner ||= one.hasInner;
      return text;
    }),
    ...all.slice(1).map((to, at) => line(`${place}l${at}`, all[at] ?? '', to)),
    ...edges.map((edge, at) =>
      line(`${place}f${at}`, all[edge.from % all.length] ?? '', all[edge.to % all.length] ?? '', edge.condition),
    ),
    ...boundaries.map(
      ({ on, kind, isInterrupting, to, name }, at) =>
        `<boundaryEvent id="${place}b${at}" name="${escaped(name)}" attachedToRef="${hosts[on % Math.max(1, hosts.length)] ?? 'nowhere'}" cancelActivity="${isInterrupting}">${definitionOf(kind, name)}</boundaryEvent>${line(`${place}bl${at}`, `${place}b${at}`, all[to % all.length] ?? '')}`,
    ),
  ].join('');
}

const SPACES = [
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:sf="urn:schema-first:bpmn"',
  'xmlns:flowable="http://flowable.org/bpmn"',
  'xmlns:activiti="http://activiti.org/bpmn"',
  'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  'xmlns:nobody="urn:nobody"',
].join(' ');

/** A whole file: one process or two, with or without pools and lanes, notes, and declared events. */
export const bpmnFile: fc.Arbitrary<string> = fc
  .record({
    body,
    second: fc.option(body, { nil: null, freq: 5 }),
    hasPools: fc.boolean(),
    hasLanes: fc.boolean(),
    hasNotes: fc.boolean(),
    isDeclared: fc.boolean(),
  })
  .map(({ body: first, second, hasPools, hasLanes, hasNotes, isDeclared }) => {
    const lanes = hasLanes
      ? '<laneSet id="lanes"><lane id="lane1" name="部门"><flowNodeRef>pn0</flowNodeRef></lane><lane id="lane2"/></laneSet>'
      : '';
    const notes = hasNotes
      ? '<textAnnotation id="note"><text>说明</text></textAnnotation><association id="a1" sourceRef="pn0" targetRef="note"/><group id="group"/>'
      : '';
    const processes = `<process id="p" name="流程" isExecutable="true">${lanes}${written(first, 'p')}${notes}</process>${second ? `<process id="q">${written(second, 'q')}</process>` : ''}`;
    const pools = hasPools
      ? `<collaboration id="c"><participant id="pool1" name="公司" processRef="p"/>${second ? '<participant id="pool2" processRef="q"/><messageFlow id="m1" sourceRef="pn0" targetRef="qn0"/>' : '<participant id="pool2" name="外部"/>'}</collaboration>`
      : '';
    return `<?xml version="1.0" encoding="UTF-8"?><definitions ${SPACES} targetNamespace="t">${isDeclared ? '<error id="err1" errorCode="E1"/><escalation id="esc1" escalationCode="X1"/><message id="msg" name="消息"/><signal id="sig"/>' : ''}${pools}${processes}</definitions>`;
  });
