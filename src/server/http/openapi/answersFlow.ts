import { described, file, nullable, page, type Answers, type Shape } from './shape.ts';

const TASK = '/api/task/flow';
const SVG = file('image/svg+xml');
/** The keys that every task in a list has. */
const requiredTaskKeys = {
  formKey: 'text',
  formName: 'text',
  recordId: 'text',
  title: 'text',
  startUserName: 'text',
  startTime: described('申请人提交的时间', 'text'),
  flwState: 'text',
  taskId: 'text',
  taskNode: 'text',
  arriveTime: 'text',
} as const;
/** The keys that only some tasks in a list have; `?` marks an optional key (see `Shape`). */
const optionalTaskKeys = {
  'canBatch?': 'flag',
  'canTransfer?': described('可转办，也可批量转办', 'flag'),
  'isUrged?': 'flag',
  'finishTime?': 'text',
  'action?': 'text',
  'opinion?': 'text',
  'currentHandlers?': 'text',
  'dueTime?': 'text',
  'isOverdue?': 'flag',
  'isUrgent?': 'flag',
  'isWithdrawn?': 'flag',
  'batchBar?': 'text',
  'actsFor?': 'text',
} as const;
/** An act that a person has performed in a process. */
const historyStep: Shape = {
  id: 'text',
  taskNode: 'text',
  userName: 'text',
  action: 'text',
  opinion: 'text',
  time: 'text',
  nodeId: 'text',
  userId: 'text',
  'deptName?': 'text',
  'arriveTime?': 'text',
  'duration?': 'integer',
  'signature?': 'text',
  'detail?': 'text',
};
/** A node that waits for people, who are named in `names`. */
const pendingTask: Shape = {
  nodeId: 'text',
  taskNode: 'text',
  names: ['text'],
  'deptName?': 'text',
  'arriveTime?': 'text',
  'waiting?': described('已等待的秒数', 'integer'),
};
/** A record in the lists of what the person has started or received as a copy. */
const startedRecord: Shape = {
  formKey: 'text',
  formName: 'text',
  recordId: 'text',
  title: 'text',
  startTime: described('提交的时间', 'text'),
  flwState: 'text',
  'isUrgent?': 'flag',
  'isWithdrawn?': 'flag',
};

/**
 * Answers of calls about approvals: tasks, acts, delegations, phrases for opinions, diagrams, the process designer,
 * the administration of running approvals, and the figures and layout of the home page.
 */
export const FLOW_ANSWERS: Answers = {
  [`POST ${TASK}/task/listMyTodo`]: page({ ...requiredTaskKeys, ...optionalTaskKeys }),
  [`POST ${TASK}/task/listMyDone`]: page({ ...requiredTaskKeys, ...optionalTaskKeys }),
  [`POST ${TASK}/task/listMyStart`]: page({ ...startedRecord, 'canTakeBack?': 'flag', 'canUrge?': 'flag' }),
  [`POST ${TASK}/task/listMyCopy`]: page({ ...startedRecord, 'arriveTime?': 'text', 'copiedBy?': 'text' }),
  'POST /api/system/flow/task/getTodoList': page({ ...requiredTaskKeys, ...optionalTaskKeys }),
  'POST /api/system/flow/task/getAllTodoList': page({ ...requiredTaskKeys, ...optionalTaskKeys }),
  'GET /api/system/flow/task/countMyTodo': 'integer',
  [`POST ${TASK}/task/groups/{source}`]: {
    total: 'integer',
    forms: [{ formKey: 'text', formName: 'text', area: 'text', areaName: 'text', count: 'integer' }],
    nodes: [{ taskNode: 'text', count: 'integer' }],
    urgent: 'integer',
    overdue: 'integer',
    inner: 'integer',
    outer: 'integer',
  },
  [`POST ${TASK}/task/exportRows/{source}`]: { rows: ['map'], total: 'integer' },
  [`POST ${TASK}/task/batchApprove`]: [{ taskId: 'text', title: 'text', isDone: 'flag', msg: 'text' }],
  [`GET ${TASK}/flwFrm/getFrmCfg`]: nullable({
    formKey: 'text',
    flowKey: 'text',
    flowName: 'text',
    version: 'integer',
    nodes: [{ taskNode: 'text', nodeId: 'text', fields: 'map', tables: 'map', actions: ['text'], 'isStart?': 'flag' }],
  }),
  [`GET ${TASK}/flwFrm/getFlwDefByFrmKey`]: nullable({
    formKey: 'text',
    flowKey: 'text',
    flowName: 'text',
    version: 'integer',
    xml: 'text',
  }),
  [`GET ${TASK}/process/history`]: [historyStep],
  [`GET ${TASK}/process/pending`]: [pendingTask],
  [`GET ${TASK}/process/progress`]: nullable({
    xml: 'text',
    nodes: [{ nodeId: 'text', taskNode: 'text', state: 'text', steps: [historyStep], pending: [pendingTask] }],
  }),
  [`GET ${TASK}/process/options`]: {
    canTakeBack: 'flag',
    canUrge: 'flag',
    canVoid: 'flag',
    canComment: 'flag',
    messages: ['any'],
    task: 'map|none',
  },
  ...Object.fromEntries(
    ['takeBackFlow', 'transfer', 'delegate', 'addSign', 'removeSign', 'cc', 'comment', 'void', 'message'].map((act) => [
      `POST ${TASK}/process/${act}`,
      'any' as Shape,
    ]),
  ),
  [`POST ${TASK}/delegation/page`]: page({
    id: 'text',
    direction: 'text',
    userId: 'text',
    userName: 'text',
    startTime: 'text',
    endTime: 'text',
    formKeys: 'text',
    formNames: 'text',
    note: 'text',
    state: 'text',
    canWithdraw: 'flag',
  }),
  [`GET ${TASK}/delegation/forms`]: [{ formKey: 'text', formName: 'text' }],
  [`POST ${TASK}/delegation/add`]: { id: 'text' },
  [`POST ${TASK}/delegation/withdraw`]: 'none',
  [`POST ${TASK}/process/urge`]: { count: 'integer' },
  'POST /api/system/hr/staffResign/stopFlow': 'any',
  ...Object.fromEntries(
    ['/api/system', '/api/task'].flatMap((service) =>
      ['getFlwDefImg', 'viewProcessImg'].map((call) => [`GET ${service}/flow/img/${call}`, SVG]),
    ),
  ),
  [`GET ${TASK}/phrase/list`]: [{ id: 'text', act: 'text', text: 'text', isCommon: 'flag' }],
  [`POST ${TASK}/phrase/save`]: 'text',
  [`POST ${TASK}/phrase/order`]: 'none',
  [`POST ${TASK}/phrase/remove`]: 'none',
  'POST /api/system/flowDef/check': {
    problems: [{ code: 'text', path: ['text|integer'], message: 'text', params: 'map', level: 'text' }],
  },
  'GET /api/system/flowDef/forms': [{ formKey: 'text', formName: 'text', version: 'integer' }],
  'POST /api/system/flowDef/import': {
    definition: 'text',
    report: [{ element: 'text', name: 'text', level: 'text', message: 'text' }],
    processes: [{ id: 'text', name: 'text', nodes: 'integer', tasks: 'integer' }],
    process: 'text',
    holders: [{ type: 'text', value: 'text', tasks: [{ id: 'text', name: 'text' }], isKnown: 'flag' }],
  },
  'POST /api/system/flowDef/trial': {
    steps: ['map'],
    nodes: ['text'],
    edges: ['text'],
    fault: 'text',
    isFinished: 'flag',
  },
  'GET /api/system/flowDef/holders': { roles: [{ code: 'text', name: 'text' }], posts: ['text'] },
  [`POST ${TASK}/admin/instances`]: page({
    instanceId: 'text',
    formKey: 'text',
    formName: 'text',
    recordId: 'text',
    title: 'text',
    startUserName: 'text',
    startTime: 'text',
    taskNodes: 'text',
    handlers: 'text',
    flowKey: 'text',
    flowVersion: 'integer',
    formVersion: 'integer',
    latestFlowVersion: 'integer',
    latestFormVersion: 'integer',
    isOverdue: 'flag',
  }),
  [`GET ${TASK}/admin/versions`]: [
    {
      formKey: 'text',
      formName: 'text',
      flowKey: 'text',
      flowVersion: 'integer',
      formVersion: 'integer',
      count: 'integer',
      latestFlowVersion: 'integer',
      latestFormVersion: 'integer',
    },
  ],
  [`GET ${TASK}/admin/heldBy`]: 'integer',
  ...Object.fromEntries(
    ['suspend', 'resume', 'retry', 'assign', 'reassign', 'move'].map((act) => [
      `POST ${TASK}/admin/${act}`,
      'any' as Shape,
    ]),
  ),
  'GET /api/system/home/ownWork': {
    todo: 'integer',
    urgent: 'integer',
    overdue: 'integer',
    running: 'integer',
    returned: 'integer',
    started: 'integer',
    startedBefore: 'integer',
    handled: 'integer',
    handledBefore: 'integer',
    from: 'text',
    to: 'text',
  },
  'GET /api/system/home/desk': nullable({ shown: ['text'], hidden: ['text'] }),
  'POST /api/system/home/desk': 'none',
  'GET /api/system/home/byMonth': [{ month: 'text', started: 'integer', finished: 'integer' }],
  ...Object.fromEntries(
    ['byForm', 'byState', 'byDept'].map((call) => [
      `GET /api/system/home/${call}`,
      [{ name: 'text', value: 'integer' }] as Shape,
    ]),
  ),
};
