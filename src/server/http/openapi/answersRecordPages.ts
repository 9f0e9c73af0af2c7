import type { Answers, Shape } from './shape.ts';

const CRUD = '/api/system/frmCrud';
const attachedFile: Shape = { id: 'text', fileName: 'text', fileExt: 'text', url: 'text', size: 'integer' };

/** Answers of the calls about the comments on a record, its time line and its related records. */
export const RECORD_PAGE_ANSWERS: Answers = {
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
        files: [attachedFile],
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
};
