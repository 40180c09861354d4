//! A printer on a socket: asked whether it can print, given the receipt, and asked whether it has printed.

use std::collections::HashMap;
use std::time::Duration;

use escpos::utils::{RealTimeStatusRequest as Question, RealTimeStatusResponse as State};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::pos::emitter::EmitError;

/// How long connecting may take, and each answer about its state.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a printer may take to print a receipt. With connecting and asking it twice, an attempt takes 15 s at most.
const PRINT_TIMEOUT: Duration = Duration::from_secs(9);
/// How many unsolicited bytes may come before an answer.
const STRAY_BYTES_MAX: usize = 64;

/// `GS a 0`: turns off unsolicited status messages.
const BE_QUIET: &[u8] = b"\x1da\x00";
/// `GS r 1`: asks for a status, which is answered once everything before it is printed.
const SAY_WHEN_DONE: &[u8] = b"\x1dr\x01";

/// Where a printer is.
#[derive(Clone, Debug)]
pub(super) struct Printer {
    address: String,
    answer_timeout: Duration,
    print_timeout: Duration,
}

impl Printer {
    pub fn new(address: &str) -> Self {
        Self { address: address.to_owned(), answer_timeout: ANSWER_TIMEOUT, print_timeout: PRINT_TIMEOUT }
    }

    /// Prints, if the printer can, and waits until it has.
    ///
    /// # Errors
    /// [`EmitError::Refused`] up to the first byte of the receipt, [`EmitError::Unknown`] from there on.
    pub async fn print(&self, receipt: &[u8]) -> Result<(), EmitError> {
        let mut stream = self.connect().await.map_err(EmitError::refused)?;
        self.check(&mut stream).await.map_err(EmitError::refused)?;
        self.finish(&mut stream, receipt).await.map_err(EmitError::unknown)
    }

    async fn connect(&self) -> Result<TcpStream, String> {
        match timeout(self.answer_timeout, TcpStream::connect(&self.address)).await {
            Ok(Ok(stream)) => Ok(stream),
            Ok(Err(error)) => Err(format!("the printer cannot be reached: {error}")),
            Err(_) => Err("the printer cannot be reached in time".to_owned()),
        }
    }

    /// Sends the receipt, and asks how it went.
    async fn finish(&self, stream: &mut TcpStream, receipt: &[u8]) -> Result<(), String> {
        let print = async {
            stream
                .write_all(&[BE_QUIET, receipt, SAY_WHEN_DONE].concat())
                .await
                .map_err(|error| broken(&error))?;
            answer(stream, is_paper_status).await
        };
        timeout(self.print_timeout, print).await.map_err(|_| silent())??;
        self.check(stream).await
    }

    /// Asks in real time whether it is able to print.
    async fn check(&self, stream: &mut TcpStream) -> Result<(), String> {
        timeout(self.answer_timeout, able(stream)).await.map_err(|_| silent())?
    }
}

async fn able(stream: &mut TcpStream) -> Result<(), String> {
    for (number, question) in [
        (4, Question::RollPaperSensor),
        (2, Question::OfflineCause),
        (3, Question::ErrorCause),
        (1, Question::Printer),
    ] {
        stream.write_all(&[0x10, 0x04, number]).await.map_err(|error| broken(&error))?;
        let byte = answer(stream, is_real_time_status).await?;
        let states = State::parse(question, byte).map_err(|error| error.to_string())?;
        if let Some(trouble) = trouble(&states) {
            return Err(trouble.to_owned());
        }
    }
    Ok(())
}

/// Why a printer in these states does not print.
fn trouble(states: &HashMap<State, bool>) -> Option<&'static str> {
    let troubles = [
        (State::RollPaperEndSensorPaperPresent, false, "the printer is out of paper"),
        (State::PrintingStopsDueToPaperEnd, true, "the printer is out of paper"),
        (State::CoverClosed, false, "the printer's cover is open"),
        (State::AutocutterErrorOccurred, true, "the printer's knife is stuck"),
        (State::ErrorOccurred, true, "the printer has an error"),
        (State::RecoverableErrorOccurred, true, "the printer has an error"),
        (State::UnrecoverableErrorOccurred, true, "the printer has an error"),
        (State::AutoRecoverableErrorOccurred, true, "the printer has an error"),
        (State::Online, false, "the printer is offline"),
    ];
    troubles.iter().find(|(state, is, _)| states.get(state) == Some(is)).map(|(.., why)| *why)
}

/// The next byte that can be the answer. A printer may have said something unasked before.
async fn answer(stream: &mut TcpStream, is_answer: fn(u8) -> bool) -> Result<u8, String> {
    for _ in 0..STRAY_BYTES_MAX {
        let byte = stream.read_u8().await.map_err(|error| broken(&error))?;
        if is_answer(byte) {
            return Ok(byte);
        }
    }
    Err("the printer's answer cannot be understood".to_owned())
}

/// `0xx1xx10`: no other message of a printer has such a byte.
fn is_real_time_status(byte: u8) -> bool {
    byte & 0b1001_0011 == 0b0001_0010
}

/// `0xx0xx00`.
fn is_paper_status(byte: u8) -> bool {
    byte & 0b1001_0011 == 0
}

fn broken(error: &std::io::Error) -> String {
    format!("the connection to the printer broke: {error}")
}

fn silent() -> String {
    "the printer does not answer".to_owned()
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    const RECEIPT: &[u8] = b"\x1b@ORDER 42\n\x1dVA\x00";
    const FINE: u8 = 0b0001_0010;

    /// No answer to anything.
    const SILENT: u8 = 0xff;

    /// How long an answer is waited for that comes, or that does not.
    fn patience(comes: bool) -> Duration {
        if comes { Duration::from_secs(60) } else { Duration::from_millis(50) }
    }

    /// What a printer does with what it is sent.
    #[derive(Clone, Copy)]
    struct Habits {
        /// What it says in real time of 1 to 4, before it prints and after.
        says: [[u8; 4]; 2],
        /// What it says when it has printed; nothing if none.
        done: Option<u8>,
        /// What it says unasked as soon as someone connects.
        unasked: &'static [u8],
        /// Whether it hangs up on a receipt.
        hangs_up: bool,
    }

    const WELL: Habits = Habits { says: [[FINE; 4]; 2], done: Some(0), unasked: b"", hangs_up: false };

    fn before(number: usize, byte: u8) -> Habits {
        let mut habits = WELL;
        habits.says[0][number - 1] = byte;
        habits
    }

    /// Prints on a printer with these habits. Gives what came of it and what it was given to print.
    async fn printed(habits: Habits) -> (Result<(), EmitError>, Vec<u8>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let printer = Printer {
            answer_timeout: patience(!habits.says[0].contains(&SILENT)),
            print_timeout: patience(habits.done.is_some_and(is_paper_status)),
            ..Printer::new(&listener.local_addr().unwrap().to_string())
        };
        let device = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut paper = Vec::new();
            stream.write_all(habits.unasked).await.unwrap();
            while let Ok(byte) = stream.read_u8().await {
                if byte == 0x10 {
                    assert_eq!(stream.read_u8().await.unwrap(), 0x04);
                    let number = usize::from(stream.read_u8().await.unwrap());
                    let says = habits.says[usize::from(!paper.is_empty())][number - 1];
                    stream.write_all(&[says]).await.unwrap();
                    continue;
                }
                paper.push(byte);
                if paper.ends_with(SAY_WHEN_DONE) {
                    if habits.hangs_up {
                        break;
                    }
                    stream.write_all(habits.done.as_slice()).await.unwrap();
                }
            }
            paper
        });
        let outcome = printer.print(RECEIPT).await;
        (outcome, device.await.unwrap())
    }

    #[tokio::test]
    async fn a_receipt_is_printed_once_the_printer_says_so() {
        for unasked in [&b""[..], b"\x14\x00\x00\x0f", b"\x10\x00\x00\x0f\x14\x00\x00\x0f"] {
            let (outcome, paper) = printed(Habits { unasked, ..WELL }).await;
            assert_eq!(outcome, Ok(()));
            assert_eq!(paper, [BE_QUIET, RECEIPT, SAY_WHEN_DONE].concat());
        }
    }

    #[tokio::test]
    async fn a_printer_that_cannot_print_is_sent_nothing() {
        for (habits, why) in [
            (before(4, FINE | 0b0110_0000), "out of paper"),
            (before(2, FINE | 0b0010_0000), "out of paper"),
            (before(2, FINE | 0b0000_0100), "cover is open"),
            (before(3, FINE | 0b0000_1000), "knife"),
            (before(3, FINE | 0b0010_0000), "has an error"),
            (before(2, FINE | 0b0100_0000), "has an error"),
            (before(1, FINE | 0b0000_1000), "offline"),
            (before(1, SILENT), "does not answer"),
            (Habits { unasked: &[b'x'; STRAY_BYTES_MAX], ..WELL }, "cannot be understood"),
        ] {
            let (outcome, paper) = printed(habits).await;
            let Err(EmitError::Refused { reason, retry_after: None, .. }) = outcome else {
                panic!("{outcome:?}")
            };
            assert!(reason.contains(why), "{why}: {reason}");
            assert!(paper.is_empty(), "{why}: {paper:?}");
        }
    }

    #[tokio::test]
    async fn a_printer_that_has_the_receipt_and_says_nothing_clear_may_have_printed_it() {
        let mut out_of_paper = WELL;
        out_of_paper.says[1][3] = FINE | 0b0110_0000;
        for (habits, why) in [
            (Habits { done: None, ..WELL }, "does not answer"),
            (Habits { done: Some(SILENT), ..WELL }, "does not answer"),
            (Habits { hangs_up: true, ..WELL }, "broke"),
            (out_of_paper, "out of paper"),
        ] {
            let (outcome, _) = printed(habits).await;
            let Err(EmitError::Unknown { reason }) = outcome else { panic!("{why}: {outcome:?}") };
            assert!(reason.contains(why), "{why}: {reason}");
        }
    }

    #[tokio::test]
    async fn a_printer_that_is_off_is_sent_nothing() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let printer = Printer::new(&listener.local_addr().unwrap().to_string());
        drop(listener);
        let outcome = printer.print(RECEIPT).await;
        assert!(matches!(outcome, Err(EmitError::Refused { .. })), "{outcome:?}");
    }
}
