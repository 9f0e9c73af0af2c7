import * as React from 'react';

/**
 * In development React notes a stack for each element it creates, up to 10,000 a second, which its warnings could tell
 * and no test reads; above that number it goes without. It is told that the number is always reached.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};

Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });
