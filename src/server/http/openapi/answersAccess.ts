import { type Answers, type Shape } from './shape.ts';

const SYS = '/api/system/sys';
const templateTexts: Shape = { mailTitle: 'text', mailContent: 'text', chatContent: 'text' };

/** Answers of what reaches people and other systems, and by what they prove who they are. */
export const ACCESS_ANSWERS: Answers = {
  [`POST ${SYS}/messageKind/list`]: [
    {
      id: 'text',
      title: 'text',
      ways: ['text'],
      wayNames: 'text',
      isChanged: 'flag',
      hasTemplate: 'flag',
      mailTitle: 'text',
      mailContent: 'text',
      chatContent: 'text',
    },
  ],
  [`POST ${SYS}/messageKind/saveWays`]: 'none',
  [`POST ${SYS}/messageKind/saveTemplate`]: templateTexts,
  [`POST ${SYS}/messageKind/preview`]: templateTexts,
  [`POST ${SYS}/messageKind/reset`]: 'none',
  [`GET ${SYS}/messageKind/quiet`]: { quietFrom: 'text', quietTo: 'text' },
  [`POST ${SYS}/messageKind/saveQuiet`]: 'none',
};
