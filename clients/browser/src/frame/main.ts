import { titles } from '#messages';
import { fieldNames } from '../field-names.ts';
import type { FromFrame, ToFrame } from '../protocol.ts';
import { acceptPage } from './accept-page.ts';
import { addFonts } from './add-fonts.ts';
import { applyStyle } from './apply-style.ts';
import { browserPorts, service } from './browser-ports.ts';
import { createConfirmer } from './create-confirmer.ts';
import { createForm } from './create-form.ts';
import { findElement } from './find-element.ts';
import { followGroup } from './follow-group.ts';
import { type GroupChannel, openGroup } from './group-channel.ts';
import { findInputs } from './inputs.ts';
import { leadGroup } from './lead-group.ts';
import { openPayment } from './open-payment.ts';
import { noOtherFields } from './other-fields.ts';
import { readOptions } from './read-options.ts';
import { reportCspViolations } from './report-csp-violations.ts';
import { walletMethod } from './wallet-method.ts';

const sendViolations = reportCspViolations();

/** The surrounding page is heard only after it proved that it put this frame there. */
acceptPage((port, { style, fonts, client_secret, name, payment = false, hosted }, { origin, part }) => {
  const send = (message: FromFrame) => port.postMessage(message);
  sendViolations((violation) => send({ type: 'violation', violation }));
  addFonts(fonts);
  applyStyle(style);
  let channel: GroupChannel | undefined;
  try {
    channel = part && openGroup(origin, part.group);
  } catch {
    return send({ type: 'loaderror' });
  }
  const follows = part !== undefined && part.field !== 'number';
  const others = channel && !follows ? leadGroup(channel) : noOtherFields;
  const form = createForm(findInputs(part?.field, name), {
    send,
    checked: ({ code }) => others.expect(code),
  });
  const confirmer = createConfirmer({ form, others, send, explains: payment });
  if (channel && follows) followGroup(channel, part.field, form);

  if (client_secret !== undefined)
    void (payment
      ? openPayment(browserPorts, client_secret, {
          send,
          ask: form.ask,
          offer: offersSaved(hosted) ? form.offer : () => {},
        })
      : readOptions(browserPorts, client_secret).then(form.ask));

  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    switch (data.type) {
      case 'confirm':
        if (!follows)
          void confirmer.confirm(data.id, {
            ...data,
            elsewhere: elsewhere(data),
            method: data.method && walletMethod(data.method),
          });
        return;
      case 'returned':
        return void confirmer.returned(data.id, data.client_secret);
      case 'focus':
        return form.focus();
      case 'clear':
        return form.clear();
      case 'divide':
        findElement('divide').hidden = false;
        return;
      default:
        return data satisfies never;
    }
  };
  new ResizeObserver(() =>
    send({ type: 'height', pixels: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body);
  send({ type: 'title', title: titles[part?.field ?? 'card'] });
  send({ type: 'ready' });
});

/** Scripts from before groups existed name no fields. */
const elsewhere = ({ elsewhere: named }: Extract<ToFrame, { type: 'confirm' }>) =>
  fieldNames.filter((name) => name !== 'number' && Array.isArray(named) && named.includes(name));

/** The security code goes to the vault that serves this document, and never from the hosted page. */
const offersSaved = (hosted = false): boolean => service !== '' && !hosted;
