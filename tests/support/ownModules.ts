/**
 * Component tests with modules of their own; the others share those of their worker. These replace or reload a module, or
 * look at what one keeps for a page: its observer, its address, its notices, its screens.
 */
export const OWN_MODULES = [
  'tests/app/ahead.test.ts',
  'tests/app/early.test.ts',
  'tests/app/pages.test.tsx',
  'tests/runtime/form/form.test.tsx',
  'tests/runtime/form/lookups.test.ts',
  'tests/runtime/formily/compiledOnce.test.tsx',
  'tests/runtime/formily/formilyFace.test.tsx',
  'tests/runtime/formily/traversal.test.tsx',
  'tests/screens/codes/codes.test.tsx',
  'tests/screens/todo/flowPicture.test.tsx',
];
