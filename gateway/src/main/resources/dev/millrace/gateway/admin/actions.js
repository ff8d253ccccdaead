/// What those who have the token do: it is kept in this variable, and nowhere else.

import { time } from './words.js';

let token = null;

const at = id => document.getElementById(id);

/// Asks the gateway, with the token if there is one. One that is not taken is forgotten.
export async function authorized(path, options = {}) {
  const headers = token === null ? {} : bearer(token);
  const answer = await fetch(path, { ...options, headers });
  if (token !== null && (answer.status === 401 || answer.status === 403)) {
    lock();
    say('unlock-said', false, 'The gateway does not take this token any more.');
  }
  return answer;
}

function bearer(secret) {
  return { Authorization: `Bearer ${secret}` };
}

function say(id, isDone, text) {
  const said = at(id);
  said.textContent = text;
  said.dataset.done = isDone;
}

/// Shows whether anything can be changed at all.
export function showWhether(isTokenSet) {
  if (at('token').disabled === isTokenSet) {
    at('token').disabled = !isTokenSet;
    at('unlock').querySelector('button').disabled = !isTokenSet;
    say('unlock-said', isTokenSet, isTokenSet
      ? ''
      : 'Nothing can be changed here: the gateway was started without admin-token.');
  }
}

async function unlock(secret) {
  try {
    const answer = await fetch('status', { headers: bearer(secret), cache: 'no-store' });
    if (!answer.ok) {
      const why = answer.status === 401 ? 'That is not the token.' : await answer.text();
      say('unlock-said', false, why);
      return false;
    }
  } catch {
    say('unlock-said', false, 'The gateway does not answer, or that cannot be a token.');
    return false;
  }
  token = secret;
  showLocked(false);
  say('unlock-said', true, '');
  at('purge').querySelector('input').focus();
  return true;
}

function lock() {
  token = null;
  showLocked(true);
}

function showLocked(isLocked) {
  at('token').value = '';
  at('unlock').hidden = !isLocked;
  at('unlocked').hidden = isLocked;
  at('actions').disabled = isLocked;
}

/// Asks whether that is meant.
///
/// The dialog gives the focus back to where it was.
function sure(title, text, yes) {
  const dialog = at('sure');
  at('sure-title').textContent = title;
  at('sure-text').textContent = text;
  at('sure-yes').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise(resolve =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }));
}

/// Has the gateway do something, and shows what it says to it. One at a time for each place.
async function act(path, said, underWay, body) {
  if (at(said).ariaBusy === 'true') {
    return;
  }
  at(said).ariaBusy = 'true';
  say(said, true, underWay);
  try {
    const answer = await authorized(path, { method: 'POST', body });
    const text = (await answer.text()).trim();
    say(said, answer.ok, `${time(new Date())}, ${answer.status}: ${text}`);
  } catch {
    say(said, false, 'The gateway does not answer. It may have done it, or not.');
  } finally {
    at(said).ariaBusy = 'false';
  }
}

/// Listens to all controls.
///
/// `changed` is called when other things may be shown than before.
export function listen({ changed }) {
  onSubmit('unlock', async () => {
    if (await unlock(at('token').value.trim())) {
      changed();
    }
  });
  at('lock').addEventListener('click', () => {
    lock();
    at('token').focus();
    changed();
  });
  at('sure-no').addEventListener('click', () => at('sure').close());
  at('sure-yes').addEventListener('click', () => at('sure').close('yes'));
  listenToPurge();
  listenToWarmUp();
  at('drain').addEventListener('click', async () => {
    if (await sure('Drain this gateway?',
      'Requests will be sent elsewhere, until you resume.', 'Drain')) {
      await act('drain', 'drain-said', 'Draining …');
      changed();
    }
  });
  at('resume').addEventListener('click', async () => {
    await act('resume', 'drain-said', 'Resuming …');
    changed();
  });
}

/// Has a form do this instead of being sent.
function onSubmit(form, action) {
  at(form).addEventListener('submit', event => {
    event.preventDefault();
    action();
  });
}

/// Calls back with the value that is chosen, whenever another is.
export function onChoice(name, chosen) {
  document.getElementsByName(name).forEach(choice =>
    choice.addEventListener('change', () => chosen(choice.value)));
}

function choice(name) {
  return document.querySelector(`[name=${name}]:checked`).value;
}

function listenToPurge() {
  onChoice('purged', what => {
    at('purge-named').hidden = what === 'everything';
    at('purge-named').querySelector('label').textContent = what === 'prefix' ? 'Prefix' : 'Key';
  });
  onSubmit('purge', async () => {
    const what = choice('purged');
    const name = at('purge-name').value;
    if (what === 'key' && name === '') {
      say('purge-said', false, 'Say which object: its key.');
      return;
    }
    if ((what === 'everything' || name === '') && !await sure(
      'Purge everything?',
      'All that this gateway and its fleet hold comes from the origin again when it is asked for.',
      'Purge everything')) {
      return;
    }
    const query = what === 'everything' ? what : `${what}=${encodeURIComponent(name)}`;
    await act(`purge?${query}`, 'purge-said', 'Purging …');
  });
}

function listenToWarmUp() {
  onChoice('warmed', what => {
    at('warm-up-prefixed').hidden = what !== 'prefix';
    at('warm-up-listed').hidden = what !== 'keys';
  });
  onSubmit('warm-up', async () => {
    if (choice('warmed') === 'prefix') {
      const prefix = encodeURIComponent(at('warm-up-prefix').value);
      await act(`warm-up?prefix=${prefix}`, 'warm-up-said', 'Fetching …');
    } else {
      await act('warm-up', 'warm-up-said', 'Fetching …', at('warm-up-keys').value);
    }
  });
}
