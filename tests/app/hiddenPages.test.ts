import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES_WITHOUT_LAYOUT, FIXED_ROUTES } from '../../src/app/routes/fixedRoutes.ts';
import { HIDDEN_PAGES } from '../../src/app/routes/hiddenPages.ts';
import { RESERVED_PATHS } from '../../src/domain/menu/reservedPaths.ts';

/** The specification's hidden pages (FR-008…027). */
const PATHS = [
  '/testRoomCode',
  '/deviceCode',
  '/acceptCode',
  '/submit',
  '/wordPreview',
  '/commonUpload',
  '/entrustManagement/checkReport',
  '/winning/entrustList',
  '/HR/personnelFilesByQRCode',
  '/winning/satisfactionSurvey',
  '/winning/satisfactionSurveyNew',
  '/commonOfficeMobile',
  '/commonOfficeReport',
  '/commonVueOfficeMobile',
  '/pdfViews',
  '/sampleCardH5',
  '/elevatorTaskDetail',
  '/elevatorReportPreparation',
  '/elevatorCraneTaskDetail',
  '/reportPreparationDetails',
];

test('every hidden page has a route of its own without the layout (FR-008…027)', () => {
  const alone = [...PAGES_WITHOUT_LAYOUT, ...HIDDEN_PAGES].map(({ path }) => path);
  expect(PATHS.filter((path) => !alone.includes(path))).toEqual([]);
  expect(new Set(alone).size).toBe(alone.length);
});

test('/index and /myTest/index stand inside the layout (FR-002, FR-007)', () => {
  expect(FIXED_ROUTES.map(({ path }) => path)).toEqual(expect.arrayContaining(['/index', '/myTest/index']));
});

test('every fixed and hidden page has its document under the key that it is served by', () => {
  const keys = [
    ...PAGES_WITHOUT_LAYOUT,
    ...HIDDEN_PAGES,
    ...FIXED_ROUTES.flatMap((route) => (route.kind === 'screen' ? [route] : [])),
  ].map(({ screenKey }) => screenKey);
  for (const key of keys) {
    expect([key, existsSync(`schemas/${key}.json`)]).toEqual([key, true]);
    expect((JSON.parse(readFileSync(`schemas/${key}.json`, 'utf8')) as { screenKey: string }).screenKey).toBe(key);
  }
});

test('no menu entry can take the address of a page without the layout', () => {
  expect([...RESERVED_PATHS].sort()).toEqual(
    [
      '/',
      '/login',
      '/401',
      '/bind',
      '/register',
      '/auth-redirect',
      '/redirect',
      ...[...PAGES_WITHOUT_LAYOUT, ...HIDDEN_PAGES].map(({ path }) => path),
    ].sort(),
  );
});
