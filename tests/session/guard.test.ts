import { expect, test } from 'vitest';
import { redirectTarget, decideVisit, type GuardDecision, type Visit } from '../../src/session/guard.ts';

const visit = (fullPath: string, hasToken: boolean, isLoaded = false): Visit => ({
  path: fullPath.split('?')[0],
  fullPath,
  hasToken,
  isLoaded,
});

const CASES: [string, Visit, GuardDecision][] = [
  [
    'without a token a page leads to sign-in with the full path (RG-008, AU-008)',
    visit('/commonEntry/detail?formKey=a&id=1', false),
    { kind: 'go', to: '/login?redirect=%2FcommonEntry%2Fdetail%3FformKey%3Da%26id%3D1' },
  ],
  [
    'without a token the sign-in page passes (RG-007, FR-003)',
    visit('/login?redirect=%2Findex', false),
    { kind: 'pass' },
  ],
  ['without a token /401 passes (RG-007, FR-004)', visit('/401', false), { kind: 'pass' }],
  ['without a token /register passes (FR-030)', visit('/register', false), { kind: 'pass' }],
  ['with a token /login leads to / (RG-005)', visit('/login', true, true), { kind: 'go', to: '/' }],
  [
    'with a token /login leads on to the place asked for',
    visit('/login?redirect=%2Fseals%3Fa%3D1', true),
    { kind: 'go', to: '/seals?a=1' },
  ],
  ['with a token and nothing loaded the user is loaded (RG-006, AU-009)', visit('/index', true), { kind: 'load' }],
  [
    'right after the routes were generated / leads to the first menu path (RG-009)',
    { ...visit('/', true, true), landing: '/seals/apply' },
    { kind: 'go', to: '/seals/apply' },
  ],
  ['later / passes, to the home page (FR-001)', visit('/', true, true), { kind: 'pass' }],
  [
    'a page asked for is not replaced by the first menu path',
    { ...visit('/index', true, true), landing: '/seals/apply' },
    { kind: 'pass' },
  ],
  [
    '/auth-redirect leads a person on who is signed in (FR-028)',
    visit('/auth-redirect?redirect=%2Fseals', true),
    { kind: 'go', to: '/seals' },
  ],
  [
    '/auth-redirect leads by way of sign-in who is not (FR-028)',
    visit('/auth-redirect?redirect=%2Fseals', false),
    { kind: 'go', to: '/login?redirect=%2Fseals' },
  ],
  ['without a token /bind passes (FR-029)', visit('/bind', false), { kind: 'pass' }],
  ['with everything loaded the page passes', visit('/index', true, true), { kind: 'pass' }],
];
for (const [title, input, expected] of CASES) test(title, () => expect(decideVisit(input)).toEqual(expected));

test('the place to continue to is a path of the product, never another site or sign-in itself', () => {
  expect(
    ['?redirect=%2F%2Fevil.example', '?redirect=https%3A%2F%2Fevil.example', '?redirect=%2Flogin', ''].map(
      redirectTarget,
    ),
  ).toEqual(['/', '/', '/', '/']);
});
