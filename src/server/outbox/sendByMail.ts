import { createTransport } from 'nodemailer';
import type { MailSettings } from '../serviceSettings.ts';

/** A mail to one person. `key` is the same at each attempt and part of the Message-ID. */
export interface OutgoingMail {
  key: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  attachment?: { name: string; content: Buffer } | undefined;
}

/** Thrown if the message will never be accepted, so that there is no further attempt. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

const TIMEOUT_MS = 15_000;

/** Returns the domain of the sender's address, for the Message-ID. */
const domainOf = (from: string): string => /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

interface MailError {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** Describes a failure in Chinese for administrators, without passwords. */
function failureText({ code = '', responseCode, response }: MailError): string {
  const responseText = response === undefined ? '' : `：${response.replace(/\s+/g, ' ').slice(0, 200)}`;
  if (code === 'EAUTH') return `邮件服务器拒绝登录，请检查 SMTP_USER 和 SMTP_PASSWORD${responseText}`;
  if (code === 'ETLS') return `无法与邮件服务器建立加密连接${responseText}`;
  if (responseCode !== undefined) return `邮件服务器答复 ${responseCode}${responseText}`;
  if (code === 'ETIMEDOUT') return '邮件服务器没有答复';
  if (code === 'EDNS') return '找不到邮件服务器，请检查 SMTP_HOST';
  if (code === 'ESOCKET' || code === 'ECONNECTION') return '与邮件服务器的连接失败或中断';
  return '邮件未能发出';
}

/**
 * Sends one mail to the mail server. Throws an Error with a text for administrators when the server has not confirmed
 * that it accepted the mail. Throws PermanentFailure when a further attempt would fail too, for example because the
 * address does not exist.
 */
export async function sendByMail(mail: OutgoingMail, settings: MailSettings, timeoutMs = TIMEOUT_MS): Promise<void> {
  const { host, port, security, user, password, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // contents are only texts and buffers; nodemailer must not load a URL or a file of this machine
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: { name: mail.to.name, address: mail.to.address },
      messageId: `<${mail.key}@${domainOf(from)}>`,
      subject: mail.subject.replace(/\s+/g, ' ').slice(0, 250),
      text: mail.text,
      ...(mail.attachment
        ? { attachments: [{ filename: mail.attachment.name, content: mail.attachment.content }] }
        : {}),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    const failure = error as MailError;
    const text = failureText(failure);
    throw failure.code !== 'EAUTH' && (failure.responseCode ?? 0) >= 500 ? new PermanentFailure(text) : new Error(text);
  } finally {
    transport.close();
  }
}
