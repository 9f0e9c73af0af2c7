import { described, page, type Answers } from './shape.ts';

const SYS = '/api/system/sys';

/** Answers of the calls about visits to pages and errors of pages. */
export const VISIT_ANSWERS: Answers = {
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
