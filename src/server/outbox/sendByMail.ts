import { createTransport } from 'nodemailer';
import type { MailSettings } from '../serviceSettings.ts';

/** A mail to one person. `key` is the same at each attempt and stands in the Message-ID. */
export interface OutgoingMail {
  key: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  attachment?: { name: string; content: Buffer } | undefined;
}

/** The receiver's server will never take this message: no further attempt. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

const TIME_MS = 15_000;

/** The name that mail servers see in a Message-ID: that of the sender's address. */
const domainOf = (from: string): string => /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

interface MailError {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** The failure in words for administrators; no password stands in it. */
function wordsOf({ code = '', responseCode, response }: MailError): string {
  const answer = response === undefined ? '' : `：${response.replace(/\s+/g, ' ').slice(0, 200)}`;
  if (code === 'EAUTH') return `邮件服务器拒绝登录，请检查 SMTP_USER 和 SMTP_PASSWORD${answer}`;
  if (code === 'ETLS') return `无法与邮件服务器建立加密连接${answer}`;
  if (responseCode !== undefined) return `邮件服务器答复 ${responseCode}${answer}`;
  if (code === 'ETIMEDOUT') return '邮件服务器没有答复';
  if (code === 'EDNS') return '找不到邮件服务器，请检查 SMTP_HOST';
  if (code === 'ESOCKET' || code === 'ECONNECTION') return '与邮件服务器的连接失败或中断';
  return '邮件未能发出';
}

/**
 * Hands one mail to the mail server. Throws an Error with a text for administrators when it was not taken for certain;
 * PermanentFailure when another attempt would bring the same (an address that does not exist).
 */
export async function sendByMail(mail: OutgoingMail, settings: MailSettings, timeMs = TIME_MS): Promise<void> {
  const { host, port, security, user, password, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeMs,
    greetingTimeout: timeMs,
    socketTimeout: timeMs,
    dnsTimeout: timeMs,
    // texts of people go out, never what stands at an address or in a file of this machine
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
    const words = wordsOf(failure);
    throw failure.code !== 'EAUTH' && (failure.responseCode ?? 0) >= 500
      ? new PermanentFailure(words)
      : new Error(words);
  } finally {
    transport.close();
  }
}
