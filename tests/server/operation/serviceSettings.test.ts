import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/server/settings.ts';
import { settingsText } from '../../../src/server/settingsText.ts';

const MAIL = {
  SMTP_HOST: 'mail.example.com',
  SMTP_USER: 'office',
  SMTP_PASSWORD: 'Mail-Secret-1',
  SMTP_FROM: '协同平台 <office@example.com>',
};
const problemsOf = (environment: Record<string, string>): string => {
  const read = readSettings({ NODE_ENV: 'test', ...environment }, '/x');
  return read.ok ? '' : read.problems.join('\n');
};

describe('the mail server in the settings', () => {
  it('is read with the port of its security, and printed without its password', () => {
    const read = readSettings({ NODE_ENV: 'test', ...MAIL, PUBLIC_URL: 'https://office.example/' }, '/x');
    if (!read.ok) throw new Error(read.problems.join('\n'));
    expect(read.settings).toMatchObject({
      publicUrl: 'https://office.example',
      mail: { host: 'mail.example.com', port: 587, security: 'starttls', user: 'office' },
    });
    expect(settingsText(read.settings)).toContain('mail.example.com:587');
    expect(settingsText(read.settings)).toMatch(/^ {2}DATABASE_READ_LAG_SECONDS +\d+$/m);
    expect(settingsText(read.settings)).not.toContain('Mail-Secret-1');
    expect(readSettings({ NODE_ENV: 'test', ...MAIL, SMTP_SECURITY: 'tls' }, '/x')).toMatchObject({
      settings: { mail: { port: 465 } },
    });
  });

  it('sends no password in the clear, but to this machine', () => {
    expect(problemsOf({ ...MAIL, SMTP_SECURITY: 'none' })).toContain('不加密');
    expect(problemsOf({ ...MAIL, SMTP_HOST: '127.0.0.1', SMTP_SECURITY: 'none' })).toBe('');
  });

  it('is refused in parts, with what is missing', () => {
    expect(problemsOf({ SMTP_USER: 'office' })).toContain('还须设置 SMTP_HOST');
    expect(problemsOf({ ...MAIL, SMTP_FROM: 'nobody' })).toContain('SMTP_FROM');
    expect(problemsOf({ SMTP_HOST: 'm', SMTP_FROM: 'a@b.c', SMTP_USER: 'x' })).toContain('须一起设置');
    expect(problemsOf({ ...MAIL, SMTP_SECURITY: 'ssl' })).toContain('tls、starttls 或 none');
    expect(problemsOf({ PUBLIC_URL: 'office.example' })).toContain('PUBLIC_URL');
  });
});

const OPENID = {
  OPENID_ISSUER: 'https://login.example.com',
  OPENID_CLIENT_ID: 'platform',
  OPENID_CLIENT_SECRET: 'Client-Secret-1',
  PUBLIC_URL: 'https://office.example',
};
const LDAP = { LDAP_URL: 'ldaps://ad.example.com', LDAP_BASE: 'dc=example,dc=com' };

describe('places at which people sign in, in the settings', () => {
  it('are read with their defaults, and printed without secrets', () => {
    const read = readSettings(
      { NODE_ENV: 'test', ...OPENID, ...LDAP, LDAP_BIND_DN: 'cn=x', LDAP_BIND_PASSWORD: 'Bind-Secret-1' },
      '/x',
    );
    if (!read.ok) throw new Error(read.problems.join('\n'));
    expect(read.settings).toMatchObject({
      openId: { claim: 'preferred_username', scope: 'openid profile', label: '企业账号登录' },
      directory: { filter: '(uid={username})', startTls: false },
    });
    const text = settingsText(read.settings);
    expect(text).toContain('https://login.example.com');
    expect(text).not.toMatch(/Secret-1/);
  });

  it('send no password in the clear, but to this machine', () => {
    expect(problemsOf({ ...LDAP, LDAP_URL: 'ldap://ad.example.com' })).toContain('不加密');
    expect(problemsOf({ ...LDAP, LDAP_URL: 'ldap://ad.example.com', LDAP_STARTTLS: '1' })).toBe('');
    expect(problemsOf({ ...LDAP, LDAP_URL: 'ldap://127.0.0.1:389' })).toBe('');
    expect(problemsOf({ ...OPENID, OPENID_ISSUER: 'http://login.example.com' })).toContain('https://');
  });

  it('are refused in parts, with what is missing', () => {
    expect(problemsOf({ OPENID_CLIENT_ID: 'platform' })).toContain('还须设置 OPENID_ISSUER');
    expect(problemsOf({ ...OPENID, PUBLIC_URL: '' })).toContain('PUBLIC_URL');
    expect(problemsOf({ ...OPENID, OPENID_SCOPE: 'profile' })).toContain('openid');
    expect(problemsOf({ LDAP_BASE: 'dc=x' })).toContain('还须设置 LDAP_URL');
    expect(problemsOf({ LDAP_URL: 'ldaps://ad' })).toContain('LDAP_BASE');
    expect(problemsOf({ ...LDAP, LDAP_FILTER: '(uid=x)' })).toContain('{username}');
    expect(problemsOf({ ...LDAP, LDAP_BIND_DN: 'cn=x' })).toContain('须一起设置');
  });
});

describe('a bucket in the settings', () => {
  const S3 = {
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_BUCKET: 'office-files',
    S3_ACCESS_KEY: 'platform',
    S3_SECRET_KEY: 'Bucket-Secret-1',
  };

  it('is read with its defaults, and printed without its secret', () => {
    const read = readSettings({ NODE_ENV: 'test', ...S3 }, '/x');
    if (!read.ok) throw new Error(read.problems.join('\n'));
    expect(read.settings.bucket).toMatchObject({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      isPathStyle: true,
    });
    expect(settingsText(read.settings)).toContain('office-files');
    expect(settingsText(read.settings)).not.toContain('Bucket-Secret-1');
    expect(readSettings({ NODE_ENV: 'test' }, '/x')).toMatchObject({ settings: { bucket: null } });
  });

  it('is refused in parts, with what is missing', () => {
    expect(problemsOf({ S3_BUCKET: 'office-files' })).toContain('还须设置 S3_ENDPOINT');
    expect(problemsOf({ ...S3, S3_BUCKET: 'Office Files' })).toContain('S3_BUCKET');
    expect(problemsOf({ ...S3, S3_SECRET_KEY: '' })).toContain('S3_SECRET_KEY');
    expect(problemsOf({ ...S3, S3_ENDPOINT: 'https://user:secret@s3.example.com' })).toContain('S3_ENDPOINT');
    expect(problemsOf({ ...S3, S3_PATH_STYLE: 'no' })).toContain('S3_PATH_STYLE');
  });
});
