import { described, file, nullable, page, type Answers, type Shape } from './shape.ts';

const CRUD = '/api/system/frmCrud';

/** A text with search hits. `marks`: the start and end positions of each hit. */
const MARKED_TEXT = { text: 'text', marks: [['integer']] } as const;
export const XLSX = file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
const problem: Shape = { code: 'text', path: ['text|integer'], params: 'map', message: 'text', level: 'text' };
const record = {
  id: 'text',
  formKey: 'text',
  version: 'integer',
  revision: 'integer',
  flwState: 'text',
  title: 'text',
  taskNode: 'text',
  createBy: 'text',
  createByName: 'text',
  createTime: 'text',
  updateBy: 'text',
  updateByName: 'text',
  updateTime: 'text',
  fieldsMap: 'map',
  childTables: 'map',
} as const;
/** A record with the task in which the person opens it. `task`: null if they open it outside of a task. */
const openedRecord: Shape = {
  ...record,
  task: nullable({ taskId: 'text', taskNode: 'text', nodeId: 'text', kind: 'text', actions: ['text'], 'item?': 'any' }),
};
/** A save in the history of a record. */
const step = {
  userId: 'text',
  userName: 'text',
  time: 'text',
  taskNode: 'text',
  action: 'text',
  revision: 'integer',
} as const;
/** A draft of a record: unsaved input. */
const draft = {
  id: 'text',
  formKey: 'text',
  recordId: 'text|none',
  title: 'text',
  device: 'text',
  baseRevision: 'integer|none',
  formVersion: 'integer|none',
  revision: 'integer',
  size: 'integer',
  parts: 'integer',
  createTime: 'text',
  updateTime: 'text',
  time: 'integer',
} as const;
/** A version of a document. */
const version = { version: 'integer', state: 'text', note: 'text', author: 'text', time: 'text' } as const;
const publication: Shape = { version: 'integer', problems: [problem] };
const runningApprovals: Shape = {
  total: 'integer',
  list: [
    {
      formKey: 'text',
      recordId: 'text',
      title: 'text',
      applicant: 'text',
      nodes: 'text',
      startTime: 'text',
      version: 'integer',
    },
  ],
};

/** Returns only the first entry of a shape that contains the key and the name of a document: its key. */
const firstEntry = (keyAndName: Shape): Shape => Object.fromEntries(Object.entries(keyAndName as object).slice(0, 1));

/** A use of a document: another document that refers to it, and the place of the reference in that document. */
const documentUse = {
  kind: 'text',
  key: 'text',
  name: 'text',
  state: 'text',
  path: 'any',
  place: 'text',
} as const;
/** A use that a publication affects. `detail`: the error in the other document; '' if the publication causes none. */
const affectedUse = { ...documentUse, detail: 'text' } as const;
/** A field (or part, or node) that a new version removes or whose type it changes, and the number of its values. */
const changedField = { key: 'text', label: 'text', records: 'integer|none', isMore: 'flag' } as const;

/**
 * Returns the answers of the calls about the life cycle of one kind of document. `base`: the path before the names of
 * the calls. `keyAndName`: the properties with the key and the name of a document, in this order.
 */
const lifeCycleAnswers = (base: string, keyAndName: Shape): Answers => ({
  [`GET ${base}/getDraft`]: 'any',
  [`GET ${base}/versions`]: [{ ...version, 'running?': 'integer' }],
  [`GET ${base}/getVersion`]: { ...version, definition: 'any' },
  [`GET ${base}/list`]: [
    {
      ...(keyAndName as object),
      version: 'integer|none',
      updateTime: 'text',
      hasDraft: 'flag',
      revision: 'integer',
      disabledBy: 'text',
      uses: 'integer',
    },
  ],
  [`POST ${base}/saveDraft`]: { problems: [problem], revision: 'integer' },
  [`POST ${base}/publish`]: publication,
  [`POST ${base}/rollback`]: publication,
  [`GET ${base}/uses`]: [{ ...documentUse, use: 'text', to: 'text' }],
  [`POST ${base}/impact`]: {
    removed: [changedField],
    changed: [changedField],
    breaks: [affectedUse],
    touches: [affectedUse],
    running: [{ version: 'integer', count: 'integer' }],
    shows: ['text'],
    process: described('表单启用或取消审批时已存的记录：change 为 begins 或 ends；不涉及为空', 'map|none'),
    authority: [{ text: 'text', isAdded: 'flag' }],
    seen: 'text',
  },
  [`POST ${base}/copy`]: { ...(firstEntry(keyAndName) as object), revision: 'integer' },
  [`POST ${base}/disable`]: 'none',
  [`POST ${base}/enable`]: 'none',
  [`POST ${base}/discardDraft`]: 'none',
  [`POST ${base}/remove`]: 'none',
});

/** Answers of calls about documents, datasets, subscriptions, records, relations, imports, search, views and drafts. */
export const FORM_ANSWERS: Answers = {
  ...lifeCycleAnswers('/api/system/frmDef', { formKey: 'text', formName: 'text' }),
  ...lifeCycleAnswers('/api/system/flowDef', { flowKey: 'text', flowName: 'text' }),
  ...lifeCycleAnswers('/api/system/screenDef', { screenKey: 'text', title: 'text' }),
  ...lifeCycleAnswers('/api/system/datasetDef', { datasetKey: 'text', name: 'text' }),
  'POST /api/system/dataset/run': [
    {
      datasetKey: 'text',
      'error?': { code: 'text', msg: 'text' },
      'name?': 'text',
      'version?': 'integer',
      'formKey?': 'text',
      'maySee?': 'flag',
      'mayExport?': 'flag',
      'groups?': ['map'],
      'figures?': ['map'],
      'rows?': ['map'],
      'total?': 'integer',
    },
  ],
  'POST /api/system/dataset/records': {
    formKey: 'text',
    formName: 'text',
    columns: ['map'],
    rows: ['map'],
    mayExport: 'flag',
    maySee: 'flag',
    figure: 'map|none',
    page: { pageNum: 'integer', pageSize: 'integer', total: 'integer', 'isEstimate?': 'flag' },
  },
  'POST /api/system/dataset/export': XLSX,
  'POST /api/system/dataset/lines': {
    datasetKey: 'text',
    name: 'text',
    version: 'integer',
    maySee: 'flag',
    formKey: 'text',
    heads: ['map'],
    figures: ['map'],
    rows: ['map'],
    sums: ['text|none'],
    page: { pageNum: 'integer', pageSize: 'integer', total: 'integer' },
    ofAll: 'integer|none',
  },
  'POST /api/system/dataset/exportLines': XLSX,
  'GET /api/system/dataset/define': {
    datasetKey: 'text',
    name: 'text',
    version: 'integer',
    params: ['map'],
    values: 'map',
    groups: ['text'],
    formKey: 'text',
    heads: ['map'],
    figures: ['map'],
  },
  'POST /api/system/dataset/exportPivot': XLSX,
  'GET /api/system/subscription/list': [
    {
      id: 'text',
      datasetKey: 'text',
      title: 'text',
      kind: 'text',
      schedule: 'map',
      scheduleText: 'text',
      question: 'map',
      watch: 'map|none',
      people: [{ id: 'text', name: 'text' }],
      ways: ['text'],
      hasSheet: 'flag',
      page: 'text',
      isPaused: 'flag',
      nextTime: 'text',
      lastTime: 'text',
      lastResult: 'text',
    },
  ],
  'POST /api/system/subscription/save': 'text',
  'POST /api/system/subscription/pause': 'none',
  'POST /api/system/subscription/remove': 'none',
  'POST /api/system/subscription/send': { isSent: 'flag', text: 'text' },
  'POST /api/system/dataset/preview': {
    problems: [problem],
    answer: 'map|none',
    lines: 'map|none',
    plan: ['text'],
  },
  'GET /api/system/frmDef/running': runningApprovals,
  'GET /api/system/flowDef/running': runningApprovals,
  'GET /api/system/frmDef/getLastVersionFrmDef': {
    'formKey?': 'text',
    formName: 'text',
    fields: ['map'],
    version: 'integer',
  },
  'GET /api/system/screenDef/getLastVersionScreenDef': {
    'screenKey?': 'text',
    'title?': 'text',
    root: 'map',
    version: 'integer',
  },
  [`POST ${CRUD}/saveOrUpdate/{formKey}`]: openedRecord,
  [`POST ${CRUD}/runProcess/{formKey}`]: openedRecord,
  [`POST ${CRUD}/list/{formKey}`]: page({ ...record, 'related?': 'map' }),
  [`POST ${CRUD}/listNoAuth/{formKey}`]: page({ ...record, 'related?': 'map' }),
  [`GET ${CRUD}/getById/{formKey}`]: openedRecord,
  [`POST ${CRUD}/checkUnique/{formKey}`]: { isFree: 'flag' },
  [`GET ${CRUD}/changes/{formKey}`]: { since: nullable(step), changes: ['map'], count: 'integer' },
  [`GET ${CRUD}/history/{formKey}`]: page({ ...step, changes: ['map'], count: 'integer' }),
  [`GET ${CRUD}/getRevision/{formKey}`]: record,
  [`GET ${CRUD}/delById/{formKey}`]: 'none',
  [`POST ${CRUD}/void/{formKey}`]: openedRecord,
  [`POST ${CRUD}/restore/{formKey}`]: openedRecord,
  [`POST ${CRUD}/action/{formKey}`]: { count: 'integer', done: 'text', open: 'text' },
  [`GET ${CRUD}/offers/{formKey}`]: {
    actions: [{ key: 'text', isOffered: 'flag' }],
    createFrom: [
      {
        formKey: 'text',
        formName: 'text',
        index: 'integer',
        label: 'text',
        isOffered: 'flag',
        count: 'integer',
        records: [{ id: 'text', title: 'text', flwState: 'text' }],
      },
    ],
  },
  [`GET ${CRUD}/prefill/{formKey}`]: { relation: 'text', values: 'map', rows: 'map' },
  'POST /api/system/relation/candidates/{formKey}': {
    formName: 'text',
    columns: ['map'],
    filters: ['map'],
    mayCreate: 'flag',
    'titleField?': 'text',
    rows: ['map'],
    page: { pageNum: 'integer', pageSize: 'integer', total: 'integer', 'isEstimate?': 'flag' },
  },
  'POST /api/system/relation/values/{formKey}': 'map',
  'POST /api/system/relation/rows/{formKey}': ['map'],
  'POST /api/system/relation/lookup/{formKey}': [{ value: 'any' }],
  'POST /api/system/relation/readable/{formKey}': [
    { id: 'text', 'title?': 'text', 'flwState?': 'text', mayOpen: 'flag' },
  ],
  'POST /api/system/relation/sums/{formKey}': { sums: 'map', count: 'integer' },
  'POST /api/system/relation/areas/{formKey}': {
    areas: [{ code: 'text', name: 'text', count: 'integer' }],
    rest: 'integer',
    empty: 'integer',
  },
  'POST /api/system/relation/behind/{formKey}': {
    formKey: 'text',
    formName: 'text',
    columns: ['map'],
    rows: ['map'],
    mayExport: 'flag',
    maySee: 'flag',
    page: { pageNum: 'integer', pageSize: 'integer', total: 'integer', 'isEstimate?': 'flag' },
  },
  'POST /api/system/relation/resolve/{formKey}': [{ text: 'text', found: [{ id: 'text', title: 'text' }] }],
  [`POST ${CRUD}/exportRows/{formKey}`]: XLSX,
  [`POST ${CRUD}/importRows/{formKey}`]: { id: 'text' },
  [`GET ${CRUD}/importState`]: {
    id: 'text',
    fileName: 'text',
    state: 'text',
    message: 'text',
    share: 'number',
    lastRow: 'integer',
    saved: 'integer',
    refused: 'integer',
    bad: [{ row: 'integer', message: 'text', 'cells?': [{ cell: 'text', label: 'text', message: 'text' }] }],
    isTrial: 'flag',
    preview: nullable({
      columns: [{ at: described('列，如 C', 'text'), heading: 'text', key: 'text' }],
      fields: [{ key: 'text', label: 'text', isRequired: described('是否必填', 'flag') }],
      sample: [{ row: 'integer', texts: described('各字段的文字，按字段键', 'map') }],
    }),
  },
  [`GET ${CRUD}/importBadRows`]: XLSX,
  [`GET ${CRUD}/importTemplate/{formKey}`]: XLSX,
  'POST /api/system/frmField/importData': ['map'],
  'GET /api/system/search/records': {
    isMore: 'flag',
    forms: [
      {
        formKey: 'text',
        formName: 'text',
        hasFlow: 'flag',
        total: 'integer',
        isEstimate: 'flag',
        rows: [
          {
            id: 'text',
            title: MARKED_TEXT,
            hits: [{ label: 'text', ...MARKED_TEXT }],
            flwState: 'text',
            createByName: 'text',
            createTime: 'text',
          },
        ],
      },
    ],
  },
  'GET /api/system/listView/list': {
    mayShare: 'flag',
    ownDefault: 'text',
    commonDefault: 'text',
    views: described('保存的视图', [
      { id: 'text', name: 'text', isShared: 'flag', isMine: 'flag', mayChange: 'flag', config: 'map' },
    ]),
  },
  'POST /api/system/listView/save': 'text',
  'POST /api/system/listView/remove': 'none',
  'POST /api/system/listView/setDefault': 'none',
  'POST /api/system/frmDraft/save': draft,
  'GET /api/system/frmDraft/get': { ...draft, content: 'map' },
  'GET /api/system/frmDraft/list': [{ ...draft, formName: 'text' }],
  'POST /api/system/frmDraft/remove': 'none',
};
