import type { DeskCall, ScoreMark, SkipReason } from '@mailcall/contract/scoring.ts';
import { scoreFieldNames, type ScoreFieldName, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import {
  cleanScore,
  isEmptyScoreValue,
  type ScoreForm,
  scoreForm,
  scoreProblems,
  withProposals,
} from '@mailcall/contract/rules/score-form.ts';
import {
  nextScoreField,
  pressScoreKey,
  scoreActionKeys,
  type ScoreKeyContext,
  type ScoreKeyState,
  startOfKeys,
} from '@mailcall/contract/rules/score-keys.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { CallFailed, explanationOf, isWithheld, messageOf, newRequestId } from '../../platform/api.ts';
import type { DeskServer, ScoreDraft, ScoringOptions } from './api.ts';
import {
  readPresentCall,
  readScored,
  type SavedScore,
  unsentDrafts,
  type UnsentSave,
  unsentSaves,
  writePresentCall,
  writeScored,
} from './desk-storage.ts';

/** Milliseconds from a change until the draft is sent. */
const draftDelay = 700;
/** Milliseconds until something that could not be sent is sent again. */
const retryDelay = seconds(5);
/** A claim is renewed after this time, if the person did anything in it. */
const renewal = minutes(4);
/** Saves that can be taken back. */
const maxRecent = 50;

export const withheld = 'It was removed, or you no longer score calls of this account.';

export type FieldSentences = Partial<Record<ScoreFieldName, string>>;

export interface DeskWork {
  readonly call: DeskCall;
  readonly options: ScoringOptions;
  readonly context: ScoreKeyContext;
  readonly keys: ScoreKeyState;
  readonly marks: readonly ScoreMark[];
  /** Fields whose suggestion was accepted, also if changed later. */
  readonly accepted: readonly ScoreFieldName[];
  readonly reason: 'scored' | 'correction';
  readonly recording: Promise<string> | null;
}

export interface RefusedSave {
  /** Null for a save from before a reload. */
  work: DeskWork | null;
  values: ScoreValues;
  timeZone: string;
  message: string;
  problems: FieldSentences;
}

export interface DeskState {
  /** `lost`: another person has the call; what was typed can be read. */
  phase: 'loading' | 'failed' | 'nothing' | 'scoring' | 'lost';
  message: string | null;
  work: DeskWork | null;
  problems: FieldSentences;
  /** Field that a mark belongs to: the last answer, until the person goes to another field. */
  markField: ScoreFieldName | null;
  /** Mark that was just made. */
  marked: ScoreMark | null;
  /** Whether the current field's text input has the focus. */
  isTyping: boolean;
  /** Increases whenever the current field takes the focus. */
  focusCount: number;
  next: 'loading' | 'ready' | 'none';
  scored: number;
  canUndo: boolean;
  /** Whether the server lacks what was typed; false for a second after each change. */
  isDraftUnsent: boolean;
  unsentCount: number;
  refused: RefusedSave | null;
}

type RecentSave = SavedScore & { work: DeskWork | null };

const initial: DeskState = {
  phase: 'loading',
  message: null,
  work: null,
  problems: {},
  markField: null,
  marked: null,
  isTyping: false,
  focusCount: 0,
  next: 'loading',
  scored: 0,
  canUndo: false,
  isDraftUnsent: false,
  unsentCount: 0,
  refused: null,
};

/** Whether a request can succeed later: the server was unreachable or failed. An ended session continues after a new sign-in. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof CallFailed) || error.status === 0 || error.status === 401 || error.status >= 500;

function problemsOf(error: unknown): FieldSentences {
  const problems = error instanceof CallFailed ? (error.problems ?? {}) : {};
  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, sentence]) => {
      const field = scoreFieldNames.find((name) => path.split('.')[1] === name);
      return field === undefined ? [] : [[field, sentence]];
    }),
  );
}

const isVisible = ({ state }: ScoreForm[ScoreFieldName]) => state === 'optional' || state === 'required';

export const answerableFields = (form: ScoreForm): ScoreFieldName[] =>
  scoreFieldNames.filter((name) => isVisible(form[name]));

const contextOf = (call: DeskCall, options: ScoringOptions): ScoreKeyContext => ({
  suggested: Object.fromEntries(call.suggestions.map(({ field, value }) => [field, value])),
  picklists: options.picklists,
  durationSeconds: call.callDuration,
  bookedAppointments: call.appointments.length,
  usualLanguage: options.usualLanguage,
  lists: {
    staff: options.staff,
    offers: options.offers,
    services: options.services,
    insurances: options.insurances,
  },
});

/** One person's desk in one tab. Requests about claims run in sequence, so that a save precedes the claim of another call. */
export class ScoringDesk {
  readonly #server: DeskServer;
  readonly #rubric: () => string;
  readonly #listeners = new Set<() => void>();
  #state = initial;
  /** The prepared call; null if nothing else waits, undefined until known. */
  #next: DeskWork | null | undefined;
  /** Saves that can be undone, oldest first; without work if from before a reload. */
  #recent: RecentSave[] = [];
  #commands: Promise<void> = Promise.resolve();
  #sentDraft: Promise<void> = Promise.resolve();
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #renewTimer: ReturnType<typeof setInterval> | undefined;
  #usedAt = 0;
  #renewedAt = 0;
  #isOpen = false;

  /** @param rubric version of the rubric on the screen */
  constructor(server: DeskServer, rubric: () => string) {
    this.#server = server;
    this.#rubric = rubric;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): DeskState => this.#state;

  /** Opens the named call, else the one before a reload, else the next one. */
  start(callId: string | null): void {
    this.#isOpen = true;
    this.#usedAt = this.#renewedAt = Date.now();
    this.#renewTimer = setInterval(() => this.#renew(), seconds(30));
    const wanted = callId ?? readPresentCall(this.#server.place);
    const { scored, saves } = readScored(this.#server.place);
    this.#keep(
      saves.map(
        (save) =>
          this.#recent.find(({ requestId }) => requestId === save.requestId) ?? { ...save, work: null },
      ),
      scored,
    );
    this.#show({ unsentCount: unsentSaves.list(this.#server.place).length });
    this.#run(() => (wanted === null ? this.#takePresent() : this.#openPresent(wanted, callId !== null)));
  }

  /** Gives the calls back. What is typed stays. */
  leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#renewTimer);
    clearTimeout(this.#draftTimer);
    clearTimeout(this.#retryTimer);
    for (const work of [this.#state.work, this.#next]) if (work) this.#server.giveBack(work.call.callId);
  }

  /** Leaves the page for good. */
  close(): void {
    this.leave();
    writePresentCall(this.#server.place, null);
    for (const work of [this.#state.work, this.#next]) this.#release(work);
    // a save on its way still notes its version with the count
    this.#state = { ...initial, scored: this.#state.scored };
    this.#next = undefined;
  }

  /** Tries again what failed or could not be sent. */
  retry(): void {
    clearTimeout(this.#retryTimer);
    const { phase, work } = this.#state;
    if (phase === 'failed' || phase === 'nothing' || (phase === 'loading' && work === null)) {
      this.#show({ phase: 'loading', message: null });
      this.#run(() => this.#takePresent());
      return;
    }
    if (unsentDrafts.read(this.#server.place + (work?.call.callId ?? '')) !== null) this.#sendDraft();
    this.#prepareNext();
  }

  /** The person did something, or listens. */
  touch(): void {
    this.#usedAt = Date.now();
  }

  press(key: string): void {
    const { work, isTyping } = this.#state;
    if (!work) return;
    const before = work.keys;
    if (key === scoreActionKeys.accept) {
      if (before.at !== null) this.accept(before.at);
      return;
    }
    const after = pressScoreKey(before, key, work.context);
    const pressed = after.at !== null && scoreFieldOf(after.at).letter === key ? after.at : null;
    // texts are typed at once, lists after a second press
    const types =
      pressed !== null &&
      scoreFieldOf(pressed).kind !== 'yes-no' &&
      scoreFieldOf(pressed).kind !== 'choice' &&
      (before.at === pressed || !['staff', 'inquiries'].includes(scoreFieldOf(pressed).kind));
    if (after === before && !types && isTyping) return;
    this.#move(after, types);
  }

  /** Answers a field with its suggestion, and marks where the recording shows it. */
  accept(field: ScoreFieldName): void {
    const { work } = this.#state;
    if (!work) return;
    const at = { ...work.keys, at: field };
    const keys = pressScoreKey(at, scoreActionKeys.accept, work.context);
    if (keys === at) return;
    const from = work.call.suggestions.find((one) => one.field === field)?.at ?? null;
    const isMarked = work.marks.some((mark) => mark.field === field && mark.from === from);
    const marks =
      from === null || work.call.recording === null || isMarked
        ? work.marks
        : [...work.marks, { field, from, to: null }];
    const accepted = [...work.accepted.filter((one) => one !== field), field];
    this.#show({ work: { ...work, marks, accepted } });
    this.#move(keys, false);
  }

  step(by: 1 | -1): void {
    const { work } = this.#state;
    if (!work) return;
    const fields = answerableFields(scoreForm(withProposals(work.keys.values, work.context), work.context));
    const at = work.keys.at === null ? -1 : fields.indexOf(work.keys.at);
    const next = at < 0 ? (by > 0 ? 0 : fields.length - 1) : at + by;
    if (fields[next] !== undefined) this.goTo(fields[next]);
  }

  goOn(): boolean {
    const { work } = this.#state;
    if (!work) return false;
    const { values, at } = work.keys;
    const next = nextScoreField(values, work.context, at);
    if (next !== null) this.goTo(next);
    return next !== null;
  }

  goTo(field: ScoreFieldName | null, { types = false }: { types?: boolean } = {}): void {
    const { work } = this.#state;
    if (work) this.#move({ ...work.keys, at: field, page: 0 }, types);
  }

  /** The current field got the focus otherwise, by a press or Tab. */
  noteFocus(field: ScoreFieldName, isTyping: boolean): void {
    const { work } = this.#state;
    if (!work || (work.keys.at === field && this.#state.isTyping === isTyping)) return;
    const keys = work.keys.at === field ? work.keys : { ...work.keys, at: field, page: 0 };
    this.#show({ work: { ...work, keys }, isTyping, markField: field });
  }

  /** Answers a field; the cursor goes on if `goesOn`. */
  answer<Name extends ScoreFieldName>(
    field: Name,
    value: ScoreValues[Name],
    { goesOn = false, types = false }: { goesOn?: boolean; types?: boolean } = {},
  ): void {
    const { work } = this.#state;
    if (!work) return;
    const values = { ...work.keys.values, [field]: value };
    const at = goesOn ? nextScoreField(values, work.context, field) : field;
    this.#move({ values, at, page: 0 }, types);
  }

  type<Name extends ScoreFieldName>(field: Name, value: ScoreValues[Name]): void {
    const { work } = this.#state;
    if (!work) return;
    this.#show({ markField: field });
    this.#change({ ...work, keys: { ...work.keys, values: { ...work.keys.values, [field]: value } } });
  }

  turnPage(page: number): void {
    const { work } = this.#state;
    if (work) this.#move({ ...work.keys, page }, false);
  }

  mark(field: ScoreFieldName, from: number, to: number | null): void {
    const { work } = this.#state;
    if (!work) return;
    const marked = { field, from: Math.round(from), to: to === null ? null : Math.round(to) };
    this.#change({ ...work, marks: [...work.marks, marked] });
    this.#show({ marked });
  }

  removeMark(mark: ScoreMark): void {
    const { work } = this.#state;
    if (work) this.#change({ ...work, marks: work.marks.filter((other) => other !== mark) });
  }

  /** Saves the score and shows the next call. @returns false if a field has a problem; the first one is then the current */
  save(): boolean {
    const { work, phase } = this.#state;
    if (!work || phase !== 'scoring') return false;
    const { call, context, keys } = work;
    const values = withProposals(keys.values, context);
    const problems = scoreProblems(scoreForm(values, context));
    const first = scoreFieldNames.find((name) => problems[name] !== undefined);
    if (first !== undefined) {
      this.#show({ problems });
      this.goTo(first);
      return false;
    }
    const requestId = newRequestId();
    const saved = cleanScore(values, context);
    unsentSaves.add(this.#server.place, {
      callId: call.callId,
      requestId,
      timeZone: call.timeZone,
      version: call.version,
      values: saved,
      marks: work.marks.map((mark) => ({ ...mark })),
      rubric: this.#rubric(),
      reason: work.reason,
      accepted: [...work.accepted],
    });
    unsentDrafts.remove(this.#server.place + call.callId);
    const recent: RecentSave = {
      work,
      callId: call.callId,
      requestId,
      version: null,
      savedAt: Date.now(),
      reason: work.reason,
      filled: scoreFieldNames.filter(
        (name) => isEmptyScoreValue(keys.values[name]) && !isEmptyScoreValue(saved[name]),
      ),
    };
    this.#keep([...this.#recent, recent].slice(-maxRecent), this.#state.scored + 1);
    this.#release(work);
    this.#advance();
    return true;
  }

  skip(reason: SkipReason, language: string | null): void {
    const { work } = this.#state;
    if (!work) return;
    clearTimeout(this.#draftTimer);
    this.#release(work);
    this.#run(async () => {
      await this.#sentDraft;
      await this.#server
        .skip(work.call.callId, reason, language)
        // a call that someone else has is left, too
        .catch((error: unknown) => {
          if (isTemporary(error)) this.#server.giveBack(work.call.callId);
        });
    });
    this.#advance();
  }

  leaveLost(): void {
    const { work } = this.#state;
    if (work) {
      unsentDrafts.remove(this.#server.place + work.call.callId);
      this.#release(work);
    }
    this.#advance();
  }

  /** Takes the last save back and shows that call again; the present one comes after it. */
  undo(): void {
    this.#run(async () => {
      // without a connection the last save has not left the browser
      await this.#sendSaves().catch(() => undefined);
      const last = this.#recent.at(-1);
      if (!last) return;
      const others = this.#recent.filter((other) => other !== last);
      const scored = Math.max(0, this.#state.scored - 1);
      try {
        if (last.version === null && last.work) {
          unsentSaves.remove(this.#server.place, last.requestId);
          this.#keep(others, scored);
          return this.#insert(this.#unsavedWork(last.work));
        }
        const version = last.version ?? (await this.#server.open(last.callId)).version;
        const work = await this.#workOf(await this.#server.undo(last.callId, version));
        this.#keep(others, scored);
        const emptied = Object.fromEntries(last.filled.map((name) => [name, emptyScore[name]]));
        const values = { ...work.keys.values, ...emptied };
        this.#insert({ ...work, reason: last.reason, keys: startOfKeys(values, work.context) });
        // the server's draft has what the form filled, as if the person had answered it
        if (this.#state.work && last.filled.length > 0) this.#change(this.#state.work);
      } catch (error) {
        // without a connection the save can be undone later
        if (!isTemporary(error)) this.#keep(others, this.#state.scored);
        this.#announce(explanationOf(error, messageOf(error)));
      }
    });
  }

  #keep(recent: RecentSave[], scored: number): void {
    this.#recent = recent;
    writeScored(
      this.#server.place,
      scored,
      recent.map((one) => {
        const { work: _, ...save } = one;
        return save;
      }),
    );
    this.#show({ scored, canUndo: recent.length > 0 });
  }

  correctRefused(): void {
    const { refused } = this.#state;
    if (!refused?.work) return;
    this.#show({ refused: null });
    this.#insert(this.#unsavedWork(refused.work));
    const first = scoreFieldNames.find((name) => refused.problems[name] !== undefined);
    this.#show({ problems: refused.problems });
    if (first !== undefined) this.goTo(first);
  }

  dismissRefused(): void {
    this.#show({ refused: null, focusCount: this.#state.focusCount + 1 });
  }

  /** Loads the recording again, after its address has expired or failed. */
  async reloadRecording(): Promise<string> {
    const { work } = this.#state;
    if (!work) throw new Error('The recording could not be loaded.');
    const { recording } = await this.#server.open(work.call.callId);
    if (!recording) throw new Error('There is no recording of this call any more.');
    return this.#server.loadRecording(recording.url);
  }

  recordPlay(): void {
    const { work } = this.#state;
    if (work) this.#server.recordPlay(work.call.callId).catch(() => undefined);
  }

  #show(changed: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...changed };
    for (const listener of this.#listeners) listener();
  }

  #announce(message: string): void {
    this.#show({ message });
  }

  #move(keys: ScoreKeyState, isTyping: boolean): void {
    const { work, focusCount } = this.#state;
    if (!work) return;
    const before = work.keys.values;
    const isChanged = keys.values !== before;
    const markField = isChanged
      ? (scoreFieldNames.find((name) => keys.values[name] !== before[name]) ?? null)
      : (keys.at ?? this.#state.markField);
    this.#show({ isTyping, focusCount: focusCount + 1, markField, marked: null });
    if (isChanged) this.#change({ ...work, keys });
    else this.#show({ work: { ...work, keys } });
  }

  #change(work: DeskWork): void {
    const { problems } = this.#state;
    // sentences stay only where the problem does
    const left =
      Object.keys(problems).length === 0
        ? problems
        : scoreProblems(scoreForm(withProposals(work.keys.values, work.context), work.context));
    this.#show({
      work,
      message: null,
      marked: null,
      problems: Object.fromEntries(Object.entries(left).filter(([name]) => name in problems)),
    });
    unsentDrafts.change(this.#server.place + work.call.callId, () => draftOf(work));
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.#sendDraft(), draftDelay);
  }

  #sendDraft(): void {
    const { work } = this.#state;
    if (!work || !this.#isOpen) return;
    const { callId } = work.call;
    const sent = unsentDrafts.read(this.#server.place + callId);
    if (sent === null) return;
    this.#sentDraft = this.#server
      .saveDraft(callId, sent)
      .then(() => {
        if (unsentDrafts.read(this.#server.place + callId) === sent)
          unsentDrafts.remove(this.#server.place + callId);
        this.#renewedAt = Date.now();
        this.#show({ isDraftUnsent: false });
      })
      .catch((error: unknown) => {
        if (this.#state.work?.call.callId !== callId) return;
        if (!isTemporary(error)) return this.#lose(error);
        this.#show({ isDraftUnsent: true });
        this.#retryLater();
      });
  }

  #lose(error: unknown): void {
    this.#show({ phase: 'lost', message: isWithheld(error) ? withheld : messageOf(error) });
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    if (this.#isOpen) this.#retryTimer = setTimeout(() => this.retry(), retryDelay);
  }

  /** Sends requests about claims one after another. */
  #run(command: () => Promise<void>): void {
    this.#commands = this.#commands.then(async () => {
      if (!this.#isOpen) return;
      try {
        await command();
      } catch (error) {
        if (this.#state.work === null) this.#show({ phase: 'failed', message: messageOf(error) });
        if (isTemporary(error)) this.#retryLater();
      }
    });
  }

  async #takePresent(): Promise<void> {
    await this.#sendSaves();
    if (this.#state.work !== null) return;
    const work = this.#next ?? (await this.#takeNext());
    this.#next = undefined;
    if (work === null) {
      writePresentCall(this.#server.place, null);
      return this.#show({ phase: 'nothing', next: 'none' });
    }
    this.#present(work);
    this.#prepareNext();
  }

  async #openPresent(callId: string, isChosen: boolean): Promise<void> {
    await this.#sendSaves();
    try {
      const work = await this.#workOf(await this.#server.open(callId));
      this.#present({ ...work, reason: isChosen && work.call.version > 0 ? 'correction' : 'scored' });
      this.#prepareNext();
    } catch (error) {
      if (isTemporary(error) || isChosen) throw error;
      // someone else has the call that was open before the reload
      writePresentCall(this.#server.place, null);
      unsentDrafts.remove(this.#server.place + callId);
      await this.#takePresent();
      this.#announce(
        isWithheld(error)
          ? 'The call that was open is not yours to score any more. Here is the next one.'
          : `${messageOf(error)} Here is the next call.`,
      );
    }
  }

  async #takeNext(): Promise<DeskWork | null> {
    const present = this.#state.work?.call.callId;
    // every save has been sent: the others are given back
    const call = await this.#server.next(present === undefined ? [] : [present]);
    return call && this.#workOf(call);
  }

  #prepareNext(): void {
    this.#run(async () => {
      await this.#sendSaves();
      if (this.#next || this.#state.work === null) return;
      this.#next = await this.#takeNext();
      this.#show({ next: this.#next === null ? 'none' : 'ready' });
    });
  }

  #advance(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next) {
      this.#present(next);
      this.#prepareNext();
      return;
    }
    this.#show({ ...emptied, phase: 'loading', work: null, next: 'loading' });
    this.#run(() => this.#takePresent());
  }

  #present(work: DeskWork): void {
    writePresentCall(this.#server.place, work.call.callId);
    this.#renewedAt = Date.now();
    this.#show({
      ...emptied,
      phase: 'scoring',
      work,
      markField: work.keys.at,
      next: 'loading',
      focusCount: this.#state.focusCount + 1,
    });
    if (unsentDrafts.read(this.#server.place + work.call.callId) !== null) this.#sendDraft();
  }

  /** Shows a call before the present one, which comes after it. */
  #insert(work: DeskWork): void {
    const { work: present, phase } = this.#state;
    if (present && phase === 'scoring') {
      this.#sendDraft();
      if (this.#next) {
        this.#server.giveBack(this.#next.call.callId);
        this.#release(this.#next);
      }
      this.#next = present;
    }
    this.#present(work);
    this.#show({ next: this.#next ? 'ready' : 'loading' });
    this.#prepareNext();
  }

  async #workOf(call: DeskCall): Promise<DeskWork> {
    const options = await this.#server.options(call.accountId);
    const context = contextOf(call, options);
    const typed = unsentDrafts.read(this.#server.place + call.callId) ?? call;
    return {
      call,
      options,
      context,
      keys: startOfKeys(typed.values, context),
      marks: typed.marks,
      accepted: [],
      reason: 'scored',
      recording: this.#load(call),
    };
  }

  #unsavedWork(work: DeskWork): DeskWork {
    return { ...work, recording: this.#load(work.call) };
  }

  #load({ recording }: DeskCall): Promise<string> | null {
    if (recording === null) return null;
    const loaded = this.#server.loadRecording(recording.url);
    // the player says why
    loaded.catch(() => undefined);
    return loaded;
  }

  #release(work: DeskWork | null | undefined): void {
    work?.recording?.then((address) => this.#server.release(address)).catch(() => undefined);
  }

  /** Sends the saves that wait, oldest first. @throws {Error} if the server cannot be reached */
  async #sendSaves(): Promise<void> {
    await this.#sentDraft;
    for (const save of unsentSaves.list(this.#server.place)) {
      try {
        const { callId, timeZone: _, ...body } = save;
        this.#noteSaved(save, await this.#server.save(callId, body));
      } catch (error) {
        if (isTemporary(error)) {
          this.#show({ unsentCount: unsentSaves.list(this.#server.place).length });
          throw error;
        }
        this.#refuse(save, error);
      }
      unsentSaves.remove(this.#server.place, save.requestId);
    }
    if (this.#state.unsentCount > 0) this.#show({ unsentCount: 0 });
  }

  #noteSaved({ requestId, values }: UnsentSave, version: number): void {
    const saved = this.#recent.find((other) => other.requestId === requestId);
    if (!saved) return;
    saved.version = version;
    this.#keep(this.#recent, this.#state.scored);
    const named = [values.handler, ...values.offers, ...values.services, ...values.insurances];
    if (saved.work && named.some((item) => item?.id === null))
      void this.#renewOptions(saved.work.call.accountId);
  }

  #refuse({ requestId, values, timeZone }: UnsentSave, error: unknown): void {
    const saved = this.#recent.find((other) => other.requestId === requestId);
    this.#keep(
      this.#recent.filter((other) => other !== saved),
      Math.max(0, this.#state.scored - (saved ? 1 : 0)),
    );
    this.#show({
      refused: {
        work: saved?.work ?? null,
        values,
        timeZone,
        message: isWithheld(error) ? withheld : explanationOf(error, messageOf(error)),
        problems: problemsOf(error),
      },
    });
  }

  /** Names that were added are offered for the calls after it. */
  async #renewOptions(accountId: string): Promise<void> {
    const options = await this.#server.options(accountId, { fresh: true }).catch(() => null);
    if (!options) return;
    const renewed = (work: DeskWork) =>
      work.call.accountId === accountId ? { ...work, options, context: contextOf(work.call, options) } : work;
    if (this.#next) this.#next = renewed(this.#next);
    if (this.#state.work) this.#show({ work: renewed(this.#state.work) });
  }

  /** Renews the claims while the person works, although nothing is typed. */
  #renew(): void {
    const { work, phase } = this.#state;
    const now = Date.now();
    if (!work || phase !== 'scoring' || now - this.#renewedAt < renewal || this.#usedAt < this.#renewedAt)
      return;
    this.#renewedAt = now;
    this.#run(async () => {
      const { callId } = work.call;
      if (this.#state.work?.call.callId !== callId) return;
      await this.#server.open(callId).catch((error: unknown) => {
        if (isTemporary(error)) throw error;
        this.#lose(error);
      });
      const prepared = this.#next;
      if (!prepared) return;
      await this.#server.open(prepared.call.callId).catch((error: unknown) => {
        if (isTemporary(error)) throw error;
        this.#next = undefined;
        this.#release(prepared);
        this.#prepareNext();
      });
    });
  }
}

const emptied: Partial<DeskState> = {
  message: null,
  problems: {},
  markField: null,
  marked: null,
  isTyping: false,
  isDraftUnsent: false,
};

const draftOf = ({ keys, marks }: DeskWork): ScoreDraft & { marks: ScoreMark[] } => ({
  values: keys.values,
  marks: marks.map((mark) => ({ ...mark })),
});
