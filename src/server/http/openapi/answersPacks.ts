import { described, file, nullable, page, type Answers, type Shape } from './shape.ts';

const PACK = '/api/system/sys/pack';
const PRESENCE_PATH = '/api/system/sys/together';
const REVIEW = '/api/system/sys/review';
const VERSION = '/api/system/sys/version';
const kindKeyAndName: Shape = { kind: 'text', key: 'text', name: 'text' };
const problem: Shape = { kind: 'text', key: 'text', name: 'text', level: 'text', path: ['any'], message: 'text' };

/**
 * Answers of calls about packs, people in open editors, publication reviews, published versions, and builds that have
 * run.
 */
export const PACK_ANSWERS: Answers = {
  [`POST ${PRESENCE_PATH}/here`]: [{ pageId: 'text', userId: 'text', userName: 'text', place: 'text', isOwn: 'flag' }],
  [`POST ${PRESENCE_PATH}/leave`]: 'none',
  [`GET ${REVIEW}/administrators`]: [{ id: 'text', name: 'text' }],
  [`GET ${REVIEW}/comments`]: [
    {
      id: 'text',
      parentId: 'text',
      part: 'text',
      partName: 'text',
      text: 'text',
      authorName: 'text',
      time: 'text',
      mentions: [{ id: 'text', name: 'text' }],
      isOwn: 'flag',
      isRemoved: 'flag',
      isResolved: 'flag',
      resolvedBy: 'text',
    },
  ],
  [`POST ${REVIEW}/comment`]: { id: 'text' },
  [`GET ${REVIEW}/state`]: {
    isRequired: 'flag',
    review: nullable({
      id: 'text',
      state: 'text',
      note: 'text',
      reason: 'text',
      authorName: 'text',
      reviewerName: 'text',
      time: 'text',
      decidedTime: 'text',
      isOutdated: 'flag',
      isOwn: 'flag',
      isReviewer: 'flag',
    }),
  },
  [`GET ${REVIEW}/waiting`]: [
    {
      id: 'text',
      kind: 'text',
      kindName: 'text',
      name: 'text',
      note: 'text',
      authorName: 'text',
      reviewerName: 'text',
      time: 'text',
      isReviewer: 'flag',
      isOutdated: 'flag',
      link: 'text',
    },
  ],
  [`POST ${REVIEW}/ask`]: { id: 'text' },
  [`POST ${REVIEW}/withdraw`]: 'none',
  [`POST ${REVIEW}/decide`]: { version: 'integer|none' },
  [`POST ${REVIEW}/resolve`]: 'none',
  [`POST ${REVIEW}/removeComment`]: 'none',
  [`POST ${VERSION}/page`]: page({
    ...(kindKeyAndName as Record<string, Shape>),
    id: 'text',
    version: 'number',
    state: 'text',
    authorName: 'text',
    publishTime: 'text',
    note: 'text',
    address: 'text',
  }),
  [`POST ${VERSION}/releases`]: page({
    id: 'text',
    version: 'text',
    build: 'text',
    since: 'text',
    state: 'text',
    steps: 'number',
    lastStep: 'text',
  }),
  [`POST ${PACK}/items`]: page({ ...(kindKeyAndName as Record<string, Shape>), id: 'text', time: 'text' }),
  [`POST ${PACK}/needs`]: [
    {
      ...(kindKeyAndName as Record<string, Shape>),
      id: 'text',
      time: 'text',
      by: 'text',
      why: 'text',
      isProposed: 'flag',
    },
  ],
  [`POST ${PACK}/export`]: file('application/json'),
  [`POST ${PACK}/preview`]: {
    name: 'text',
    note: 'text',
    madeAt: 'text',
    madeBy: 'text',
    items: [
      {
        ...(kindKeyAndName as Record<string, Shape>),
        state: 'text',
        isTaken: 'flag',
        changedBy: 'text',
        changedAt: 'text',
        hasDraft: 'flag',
        isDisabled: 'flag',
        here: 'text|none',
        there: 'text|none',
      },
    ],
    missing: described('本系统中没有、须对应的角色、人员、部门和岗位', [
      {
        ...(kindKeyAndName as Record<string, Shape>),
        by: 'text',
        place: 'text',
        canMap: 'flag',
        mapped: 'text|none',
      },
    ]),
    problems: [problem],
    effects: [{ ...(kindKeyAndName as Record<string, Shape>), message: 'text', isBreaking: 'flag' }],
    toReview: [{ kind: 'text', key: 'text' }],
    seen: 'text',
  },
  [`POST ${PACK}/import`]: { id: 'text', added: 'integer', changed: 'integer', warnings: [problem] },
  [`POST ${PACK}/review`]: { asked: 'integer' },
  [`POST ${PACK}/page`]: page({
    id: 'text',
    name: 'text',
    note: 'text',
    madeAt: 'text',
    madeBy: 'text',
    importedBy: 'text',
    importedAt: 'text',
    added: 'integer',
    changed: 'integer',
    undoneBy: 'text',
    undoneAt: 'text',
  }),
  [`GET ${PACK}/detail`]: [
    {
      ...(kindKeyAndName as Record<string, Shape>),
      id: 'text',
      state: 'text',
      version: 'integer|none',
      versionBefore: 'integer|none',
    },
  ],
  [`POST ${PACK}/undo`]: { restored: 'integer', removed: described('移除的项数', 'integer'), kept: ['text'] },
};
