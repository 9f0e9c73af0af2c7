import { page, type Answers, type Shape } from './shape.ts';

const SYS = '/api/system/sys';
const createdKey: Shape = { id: 'text', name: 'text', secretKey: 'text' };
const templateTexts: Shape = { mailTitle: 'text', mailContent: 'text', chatContent: 'text' };

/** Answers of calls about notifications, other systems, machine accounts and second factors. */
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
  [`POST ${SYS}/apiKey/page`]: page({
    id: 'text',
    name: 'text',
    userId: 'text',
    userName: 'text',
    hint: 'text',
    forms: 'text',
    formNames: 'text',
    ways: ['text'],
    wayNames: 'text',
    perMinute: 'integer',
    expiresAt: 'text',
    state: 'text',
    usedTime: 'text',
    usedFrom: 'text',
    createdBy: 'text',
  }),
  [`GET ${SYS}/apiKey/forms`]: [{ formKey: 'text', formName: 'text' }],
  [`POST ${SYS}/apiKey/add`]: createdKey,
  [`POST ${SYS}/apiKey/change`]: 'none',
  [`POST ${SYS}/apiKey/renew`]: createdKey,
  [`POST ${SYS}/apiKey/revoke`]: 'none',
  'GET /api/auth/factor/state': { isOn: 'flag', isRequired: 'flag', recoveryLeft: 'integer' },
  'POST /api/auth/factor/begin': { secretKey: 'text', url: 'text' },
  'POST /api/auth/factor/confirm': { codes: ['text'] },
  'POST /api/auth/factor/off': 'none',
  'POST /api/auth/factor/renewCodes': { codes: ['text'] },
};
