import { described, page, type Answers, type Shape } from './shape.ts';

const CRUD = '/api/system/frmCrud';
const SYS = '/api/system/sys';
const attached: Shape = { id: 'text', fileName: 'text', fileExt: 'text', url: 'text', size: 'integer' };

/**
 * Answers of calls about comments on records, the time line of a record and related records, and about visits and
 * errors of pages.
 */
export const PAGE_ANSWERS: Answers = {
  [`GET ${CRUD}/comments/{formKey}`]: {
    comments: [
      {
        id: 'text',
        text: 'text',
        authorId: 'text',
        authorName: 'text',
        time: 'text',
        editedTime: 'text',
        isRemoved: 'flag',
        isOwn: 'flag',
        mayEdit: 'flag',
        mayRemove: 'flag',
        mentions: [{ id: 'text', name: 'text' }],
        files: [attached],
        isNew: 'flag',
        readers: 'integer',
      },
    ],
    total: 'integer',
    unread: 'integer',
    changeMinutes: 'integer',
  },
  [`GET ${CRUD}/mentionable/{formKey}`]: [{ id: 'text', name: 'text', deptName: 'text', mayRead: 'flag' }],
  [`POST ${CRUD}/addComment/{formKey}`]: { id: 'text' },
  [`POST ${CRUD}/editComment/{formKey}`]: 'none',
  [`POST ${CRUD}/removeComment/{formKey}`]: 'none',
  [`POST ${CRUD}/readComments/{formKey}`]: 'none',
  [`POST ${CRUD}/chain/{formKey}`]: {
    above: [
      {
        formKey: 'text',
        formName: 'text',
        id: 'text',
        title: 'text',
        flwState: 'text',
        hasFlow: 'flag',
        label: 'text',
        level: 'integer',
      },
    ],
    below: [
      {
        formKey: 'text',
        formName: 'text',
        hasFlow: 'flag',
        via: 'text',
        level: 'integer',
        count: 'integer',
        states: [{ flwState: 'text', count: 'integer' }],
        sums: [{ key: 'text', label: 'text', sum: 'text' }],
        records: [{ id: 'text', title: 'text', flwState: 'text', time: 'text' }],
      },
    ],
    missing: [{ formKey: 'text', formName: 'text' }],
    isPartial: 'flag',
    leftOut: 'integer',
  },
  [`POST ${CRUD}/timeline/{formKey}`]: {
    entries: [
      {
        kind: 'text',
        id: 'text',
        time: 'text',
        userName: 'text',
        action: 'text',
        formKey: 'text',
        formName: 'text',
        recordId: 'text',
        title: 'text',
        isOwn: 'flag',
        taskNode: 'text',
        note: 'text',
        text: 'text',
        changes: [{ place: 'text', before: 'text', after: 'text' }],
        count: 'integer',
      },
    ],
    next: 'text',
    isPartial: 'flag',
  },
  [`POST ${SYS}/pageError/note`]: { number: described('可向管理员报出的编号', 'text') },
  [`POST ${SYS}/pageError/page`]: page({
    id: described('编号', 'text'),
    time: described('第一次发生的时间', 'text'),
    lastTime: described('最近一次发生的时间', 'text'),
    count: described('发生的次数', 'integer'),
    error: described('错误的种类和说明，不含填写的内容', 'text'),
    page: described('页面地址', 'text'),
    place: described('出错的组件及其在文档中的位置', 'text'),
    build: 'text',
    browser: described('浏览器', 'text'),
  }),
  [`POST ${SYS}/pageError/stack`]: [
    { id: 'text', part: described('调用位置或所在组件', 'text'), text: described('程序中的位置', 'text') },
  ],
  [`POST ${SYS}/visit/note`]: 'none',
  [`POST ${SYS}/visit/page`]: page({
    id: 'text',
    day: 'text',
    userName: 'text',
    deptName: 'text',
    unitName: 'text',
    pageName: 'text',
    page: 'text',
    views: 'integer',
    visitTime: 'text',
  }),
  [`POST ${SYS}/visit/figures`]: page({ id: 'text', name: 'text', pv: 'integer', uv: 'integer' }),
  [`POST ${SYS}/visit/signIns`]: page({
    id: 'text',
    day: 'text',
    signIns: 'integer',
    people: 'integer',
    failures: 'integer',
    locks: 'integer',
  }),
};
