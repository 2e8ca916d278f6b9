import { page as words } from '#messages';
import { findElement } from '../frame/find-element.ts';
import { fill } from '../messages/fill.ts';
import { formatAmount } from './format-amount.ts';
import type { View } from './view-of.ts';

export type Screen = {
  readonly merchant: string;
  /** Where the card's fields go. */
  readonly card: HTMLElement;
  readonly show: (view: View) => void;
  /** Says something without changing the rest. `bank`: where to go on. */
  readonly say: (notice: string, tone?: 'bad', bank?: string) => void;
  /** A payment is on its way: the button waits. */
  readonly busy: (is: boolean) => void;
  readonly onPay: (run: () => void) => void;
  readonly onAgain: (run: () => void) => void;
};

/** The elements of the page. Their words are set as text, never as HTML. */
export const createScreen = (): Screen => {
  const [page, heading, notice] = ['page', 'heading', 'notice'].map((id) => findElement<HTMLElement>(id)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const [form, again] = [findElement<HTMLFormElement>('form'), findElement<HTMLButtonElement>('again')];
  const [pay, bank] = [findElement<HTMLButtonElement>('pay'), findElement<HTMLAnchorElement>('bank')];
  // As the property `ariaBusy`, Firefox before 119 would not see it.
  const wait = (is: boolean): void => page.setAttribute('aria-busy', String(is));
  const say: Screen['say'] = (words, tone, url) => {
    // The same words again would be read out again.
    if (notice.textContent !== words) notice.textContent = words;
    notice.className = tone ?? '';
    linkTo(bank, url);
  };
  return {
    merchant: findElement<HTMLElement>('merchant').textContent ?? '',
    card: findElement<HTMLElement>('card'),
    say,
    show: (view) => {
      heading.textContent = document.title = view.heading;
      say(view.notice, view.tone, view.bank);
      form.hidden = !view.form;
      again.hidden = !view.again;
      linkTo(findElement<HTMLAnchorElement>('leave'), view.leave?.url, view.leave?.words);
      showOrder(view);
      wait(view.waits === true && !view.form);
    },
    busy: (is) => {
      pay.disabled = is;
      wait(is);
    },
    onPay: (run) =>
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        run();
      }),
    onAgain: (run) => again.addEventListener('click', run),
  };
};

const showOrder = ({ order, paid }: View): void => {
  findElement('order').hidden = !order;
  if (!order) return;
  const amount = formatAmount(order.amount, order.currency);
  findElement('amount').textContent = amount;
  findElement('pay').textContent = paid ? words.pay_again : fill(words.pay, 'amount', amount);
  findElement('description').textContent = order.description;
  findElement('test').hidden = order.livemode;
};

const linkTo = (link: HTMLAnchorElement, url: string | undefined, words?: string): void => {
  link.hidden = url === undefined;
  if (url !== undefined) link.href = url;
  if (words !== undefined) link.textContent = words;
};
