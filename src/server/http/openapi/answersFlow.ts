import { file, maybe, page, type Answers, type Shape } from './shape.ts';

const TASK = '/api/task/flow';
const SVG = file('image/svg+xml');
const task = {
  formKey: 'text',
  formName: 'text',
  recordId: 'text',
  title: 'text',
  startUserName: 'text',
  startTime: 'text',
  flwState: 'text',
  taskId: 'text',
  taskNode: 'text',
  arriveTime: 'text',
} as const;
const more = {
  'canBatch?': 'flag',
  'isUrged?': 'flag',
  'finishTime?': 'text',
  'action?': 'text',
  'opinion?': 'text',
  'currentHandlers?': 'text',
  'dueTime?': 'text',
  'isOverdue?': 'flag',
} as const;
const step: Shape = {
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
const pending: Shape = {
  nodeId: 'text',
  taskNode: 'text',
  names: ['text'],
  'deptName?': 'text',
  'arriveTime?': 'text',
  'waiting?': 'integer',
};
const started: Shape = {
  formKey: 'text',
  formName: 'text',
  recordId: 'text',
  title: 'text',
  startTime: 'text',
  flwState: 'text',
};

/** Approvals: tasks, acts, pictures, drawing and supervision. */
export const FLOW_ANSWERS: Answers = {
  [`POST ${TASK}/task/listMyTodo`]: page({ ...task, ...more }),
  [`POST ${TASK}/task/listMyDone`]: page({ ...task, ...more }),
  [`POST ${TASK}/task/listMyStart`]: page(started),
  'POST /api/system/flow/task/getTodoList': page({ ...task, ...more }),
  'POST /api/system/flow/task/getAllTodoList': page({ ...task, ...more }),
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
  [`GET ${TASK}/flwFrm/getFrmCfg`]: maybe({
    formKey: 'text',
    flowKey: 'text',
    flowName: 'text',
    version: 'integer',
    nodes: [{ taskNode: 'text', nodeId: 'text', fields: 'map', tables: 'map', actions: ['text'], 'isStart?': 'flag' }],
  }),
  [`GET ${TASK}/flwFrm/getFlwDefByFrmKey`]: maybe({
    formKey: 'text',
    flowKey: 'text',
    flowName: 'text',
    version: 'integer',
    xml: 'text',
  }),
  [`GET ${TASK}/process/history`]: [step],
  [`GET ${TASK}/process/pending`]: [pending],
  [`GET ${TASK}/process/progress`]: maybe({
    xml: 'text',
    nodes: [{ nodeId: 'text', taskNode: 'text', state: 'text', steps: [step], pending: [pending] }],
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
  'GET /api/system/home/byMonth': [{ month: 'text', started: 'integer', finished: 'integer' }],
  ...Object.fromEntries(
    ['byForm', 'byState', 'byDept'].map((call) => [
      `GET /api/system/home/${call}`,
      [{ name: 'text', value: 'integer' }] as Shape,
    ]),
  ),
};
