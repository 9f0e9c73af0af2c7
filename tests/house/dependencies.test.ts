import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}
const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
const others = Object.entries(packages).filter(([path]) => path !== '');

it('every library is asked for in one version, and the lock file has that one', () => {
  const asked = Object.entries({ ...own.dependencies, ...own.devDependencies });
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(asked.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
});

it('every package is known by its hash and comes from the registry alone', () => {
  expect(others.length).toBeGreaterThan(400);
  expect(others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(
    others
      .filter(
        ([, { resolved, link }]) =>
          link || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
      )
      .map(([path]) => path),
  ).toEqual([]);
});

it('none runs code of its own when it is installed, but the builder that looks for its binary', () => {
  expect(others.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([
    'node_modules/esbuild',
  ]);
});

it('the lock file holds the builds for every platform, so that `npm ci` starts on each of them', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
